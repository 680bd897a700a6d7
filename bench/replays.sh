#!/usr/bin/env bash
# Replays every finding that exploring the programs brings: bench/run replays RUNS [MODULE...].
# A MODULE is a directory below the root (programs, programs/fuzz and bench/shapes unless named). Each test of its
# buggy packages is explored for 100 executions; then each finding is replayed RUNS times. Prints a row for each finding that some run
# does not show, or whose runs are not equal event for event, and a row for each module. Ends with status 1 if a run did not show its finding.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
runs=${1:?how many runs of each finding}
shift
harrier=${HARRIER:-$root/harrier}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(($#)) || set -- programs programs/fuzz bench/shapes

"$harrier" version >/dev/null # no build in a measurement
missed=0
printf '| module | findings | shown by all runs | all runs equal |\n|---|---|---|---|\n'
for module in "$@"; do
  copy=$work/${module//\//-}
  cp -r "$root/$module" "$copy"
  cd "$copy"
  mapfile -t packages < <(go list -f '{{if or .TestGoFiles .XTestGoFiles}}{{.Dir}}{{end}}' ./... | grep -v -e '/fixed$' -e '/fixed/' -e '/vet/' | sed "s|^$copy|.|")
  "$harrier" fuzz --fresh --per-test 100 --time 1h "${packages[@]}" >"$work/out" 2>"$work/err" || (($? == 1))
  found=0 shown=0 equal=0
  for fingerprint in $("$harrier" report --format json --fail-on never | sed -n 's/^ *"fingerprint": "\([0-9a-f]\{16\}\)",*$/\1/p' | sort -u); do
    "$harrier" replay -n "$runs" "$fingerprint" >"$work/out" 2>"$work/err" || true
    if grep -q "has no schedule" "$work/err"; then
      continue # What is only suspicious need not have one.
    fi
    found=$((found + 1))
    said=$(sed -n 's/^harrier: note: //p' "$work/out" "$work/err" | grep -e 'reproduced' -e 'event for event' -e 'differ' | paste -sd ';' || true)
    if [[ $said == *"reproduced in $runs of $runs runs"* ]]; then
      shown=$((shown + 1))
    else
      missed=$((missed + 1))
    fi
    if [[ $said == *'event for event'* ]]; then
      equal=$((equal + 1))
    else
      printf '| %s %s | %s | | |\n' "$module" "$fingerprint" "${said:-$(tail -1 "$work/err")}"
    fi
  done
  printf '| %s | %d | %d | %d |\n' "$module" "$found" "$shown" "$equal"
done
((missed == 0))
