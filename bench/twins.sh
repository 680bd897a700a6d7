#!/usr/bin/env bash
# Explores every fixed program below programs with race detection on: bench/run twins EXECUTIONS [PROGRAM...].
# EXECUTIONS is for each test; a PROGRAM is a directory such as goroutine-leak. Prints a row for each program, with
# what was reported, and ends with status 1 if anything was: a fixed program has no finding under any schedule.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
executions=${1:?how many executions of each test}
shift
harrier=${HARRIER:-$root/harrier}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cd "$root/programs"
(($#)) || set -- $(find . -type d -name fixed -not -path './vet/*' -printf '%P\n' | sed 's|/fixed$||' | sort)
cp -r . "$work" # some use packages that stand next to them
cd "$work"

"$harrier" version >/dev/null # no build in a measurement
alarms=0
printf '| program | executions | reported |\n|---|---|---|\n'
for program in "$@"; do
  status=0
  module=${program%%/*} inner=${program#*/}
  [[ -f $module/go.mod ]] || module=. inner=$program
  (cd "$module" && "$harrier" fuzz --fresh --races packages --per-test "$executions" --time 1h "./$inner/fixed/...") >out 2>err || status=$?
  done=$(grep -oh '[0-9,]* executions in [0-9.]* s' out err | head -1 || true)
  case $status in
    0) reported=nothing ;;
    1)
      alarms=$((alarms + 1))
      reported=$(grep -oE '^[^ ]+:[0-9]+:[0-9]+: [a-z-]+' out | sort -u | paste -sd ';')
      ;;
    *) reported="status $status: $(tail -1 err)" && alarms=$((alarms + 1)) ;;
  esac
  printf '| %s | %s | %s |\n' "$program" "${done:-none}" "$reported"
done
((alarms == 0))
