#!/usr/bin/env bash
# What becomes of predicted deadlocks: bench/run predictions TIME [DIRECTORY...]. TIME is --confirm of harrier test, for
# each row. Each DIRECTORY is that of a package in a Go module; without any, the programs below programs that are about
# predictions, buggy and fixed, and the GoKer kernels that come with Go. Prints a row for each: predictions, those that
# happened and in which execution of the search, those that are only suspicious since directed executions did not make
# them happen, and the others.
set -euo pipefail

bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
time=${1:?how long to search, for each row}
shift
harrier=${HARRIER:-$(dirname "$bench")/harrier}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

directories=("$@")
if ! (($#)); then
  for program in lock-order-deadlock channel-lock-deadlock; do
    cp -r "$bench/../programs/$program" "$work"
    directories+=("$work/$program/bug" "$work/$program/fixed")
  done
  printf 'module harrier.dev/programs\n\ngo 1.25\n' >"$work/go.mod"
  "$bench/goker/generate" "$work/goker"
  directories+=("$work/goker")
fi

"$harrier" version >/dev/null # no build in a measurement
count() { grep -cE "$1" "$work/out" || true; }
printf '| package | predictions | happened | in execution | suspicious | open |\n|---|---|---|---|---|---|\n'
for directory in "${directories[@]}"; do
  status=0
  (cd "$directory" && "$harrier" test -timeout 60s --confirm "$time" . >"$work/out" 2>"$work/err") || status=$?
  name=${directory#"$work/"}
  if ((status == 2 || status == 4)); then
    printf '| %s | status %d: %s |||||\n' "$name" "$status" "$(tail -1 "$work/err")"
    continue
  fi
  happened=$(count 'happened in execution [0-9,]+ of the search')
  executions=$(grep -oE 'happened in execution [0-9,]+' "$work/out" | grep -oE '[0-9,]+$' | paste -sd ' ' || true)
  suspicious=$(count '\(suspicious\).* executions did not make it happen')
  open=$(count '\(predicted\)')
  printf '| %s | %d | %d | %s | %d | %d |\n' "$name" $((happened + suspicious + open)) "$happened" "${executions:-–}" \
    "$suspicious" "$open"
done
