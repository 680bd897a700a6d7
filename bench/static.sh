#!/usr/bin/env bash
# What becomes of the reports of harrier vet: bench/run static DIRECTORY.... Each DIRECTORY is that of a Go module; it is
# copied first. Prints a row for each: reports, those that the module's own tests showed, those that a generated test
# showed, those that such a test did not show, and those for which none could be made.
set -euo pipefail

bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
harrier=${HARRIER:-$(dirname "$bench")/harrier}
(($#)) || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$harrier" version >/dev/null # no build in a measurement
count() { grep -cE "$1" "$work/out" || true; }
printf '| module | reports | fail a run | shown by its tests | shown by a generated test | not shown by one | none generated | s |\n|---|---|---|---|---|---|---|---|\n'
for directory in "$@"; do
  rm -rf "$work/module"
  cp -r "$directory" "$work/module"
  chmod -R u+w "$work/module"
  rm -rf "$work/module/.harrier"
  status=0
  start=$SECONDS
  (cd "$work/module" && "$harrier" vet --fail-on never -v --confirm ./... >"$work/out" 2>"$work/err") || status=$?
  name=$(basename "$directory")
  if ((status)); then
    printf '| %s | status %d: %s |||||||\n' "$name" "$status" "$(tail -1 "$work/err")"
    continue
  fi
  generated=$(count 'happened in a generated test')
  printf '| %s | %d | %d | %d | %d | %d | %d | %d |\n' "$name" "$(count ': closure-race: ')" \
    "$(count ': closure-race: .*\((static|confirmed)\)')" $(($(count ': closure-race: .*\(confirmed\)') - generated)) "$generated" \
    "$(count 'nor did a generated test')" "$(count 'no test could be generated for it')" $((SECONDS - start))
  cp "$work/out" "${RESULTS:-$work}/$name.out"
done
