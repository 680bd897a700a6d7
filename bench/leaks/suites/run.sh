#!/usr/bin/env bash
# The tests of modules, and of packages of the standard library, while leaked goroutines are looked for and reclaimed all the time.
# Usage: [HARRIER=COMMAND] run.sh [-short...] MODULE@VERSION|PACKAGE...; a line for each: passed or failed (and how it is natively), leaked, reclaimed, collections.
set -uo pipefail
harrier=${HARRIER:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)/harrier}
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
go=$(command -v go)
# What harrier build passes to go build.
mkdir "$work/bin" "$work/empty"
printf '#!/bin/bash\n[[ $1 == env ]] && exec %q "$@"\nfor word; do [[ $word == -overlay=* ]] && echo "${word#-overlay=}" >%q; done\n' "$go" "$work/overlay" >"$work/bin/go"
chmod +x "$work/bin/go"
(cd "$work/empty" && PATH=$work/bin:$PATH "$harrier" build .)
overlay=$(cat "$work/overlay")
flags=()
while [[ ${1:-} == -* ]]; do flags+=("$1"); shift; done

tests() { timeout 580 go test -count=1 -vet=off "${flags[@]}" "$@"; }
summaries() { # leaked, reclaimed, revived, collections over all processes
  grep -h '"type":"summary"' "$1" 2>/dev/null | sed -E 's/.*"leaked":([0-9]+),"reclaimed":([0-9]+),"revived":([0-9]+).*"collections":([0-9]+).*/\1 \2 \3 \4/' |
    awk '{l+=$1; r+=$2; v+=$3; c+=$4} END {printf "%d leaked, %d reclaimed, %d ran again, %d collections, %d processes", l, r, v, c, NR}'
}
for what in "$@"; do
  directory=$work/m packages=./...
  chmod -R u+w "$directory" 2>/dev/null; rm -rf "$directory" "$work/log"
  if [[ $what == *@* ]]; then
    from=$(cd "$work/empty" && go mod download -json "$what" | sed -n 's/.*"Dir": "\(.*\)".*/\1/p')
    cp -r "$from" "$directory" && chmod -R u+w "$directory"
  else
    directory=$work/empty packages=$what
  fi
  if (cd "$directory" && HARRIER_LEAKS=reclaim:all HARRIER_LEAKS_OUT=$work/log GOGC=${PERCENT:-10} tests -overlay="$overlay" "$packages" >"$work/out" 2>&1); then
    result=passed
  else
    result="failed: $(grep -E '^\s*--- FAIL|^FAIL|^panic|^fatal' "$work/out" | tr '\n' ' ' | cut -c1-300)"
    native=passes
    (cd "$directory" && tests "$packages" >"$work/native" 2>&1) || native="fails: $(grep -E '^\s*--- FAIL|^FAIL|^panic|^fatal' "$work/native" | tr '\n' ' ' | cut -c1-300)"
    result="$result; natively $native"
  fi
  printf '%s\t%s\t%s\n' "$what" "$result" "$(summaries "$work/log")"
done
