#!/bin/sh
# Keeps the test binary for its symbols, under the id of the process that it or its runner becomes. The first
# argument is the number of the runner's words, which stand before the binary.
runner=$1
shift
eval "binary=\${$((runner + 1))}"
[ "$runner" -eq 0 ] || printf '%s' "$binary" >"$HARRIER_BIN/$$.path"
# shellcheck disable=SC2154 # eval sets it
ln "$binary" "$HARRIER_BIN/$$" 2>/dev/null || cp "$binary" "$HARRIER_BIN/$$" || :
unset HARRIER_BIN
exec "$@"
