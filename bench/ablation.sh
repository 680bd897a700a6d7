#!/usr/bin/env bash
# What each part of harrier fuzz is worth: the same packages and budget with all parts, then without
# one of them at a time, as in Figure 7 of the GFuzz paper.
#
#   bench/ablation.sh [-n EXECUTIONS | -t TIME] [-r ROUNDS] DIRECTORY PACKAGE...
#
# DIRECTORY is a Go module. EXECUTIONS are those of each test, 100 unless said; with TIME (60s) every setting
# gets so long instead, as in the paper. Every round has a seed of its own. Prints a Markdown table: different
# findings (a rule at a line) over all rounds, executions, seconds, coverage. What would be left without
# Harrier's detection are the findings at which the program ends by itself or never does, those that Go reports.
set -euo pipefail

budget=(-per-test 100 -time 30m)
rounds=1
while getopts n:t:r: option; do
  case $option in
    n) budget=(-per-test "$OPTARG" -time 30m) ;;
    t) budget=(-time "$OPTARG") ;;
    r) rounds=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [[ $# -lt 2 ]]; then
  sed -n '5,10s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
harrier=${HARRIER:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/harrier}
cd "$1"
shift
told_by_go=' (test-panic|test-timeout|double-close|send-on-closed|unlock-of-unlocked|waitgroup-misuse|global-deadlock)$'

row() { # NAME FILE: its places
  printf '| %s | %d | %s |\n' "$1" "$(wc -l <"$2")" "$3"
  sed "s/^/<!-- $1: /; s/\$/ -->/" "$2" >&2
}

run() {
  local name=$1 seconds=0 done=0 best='–' status
  shift
  local places
  places=$(mktemp)
  for ((seed = 1; seed <= rounds; seed++)); do
    local out start end
    out=$(mktemp)
    start=$(date +%s%N)
    status=0
    "$harrier" fuzz -fresh "${budget[@]}" -seed "$seed" "$@" "${packages[@]}" >"$out" 2>&1 || status=$?
    end=$(date +%s%N)
    if ((status == 2 || status == 4)); then
      cat "$out" >&2
      exit 1
    fi
    seconds=$((seconds + (end - start) / 100000000))
    done=$((done + $(sed -n 's/^harrier: note: \([0-9,]*\) executions in.*/\1/p' "$out" | tr -d ,)))
    best=$(sed -n 's/^harrier: note: concurrency coverage \([0-9.]*\) %.*/\1/p' "$out")
    sed -n 's/^\([^ ]*:[0-9]*\):[0-9]*: \([a-z-]*\): .*/\1 \2/p' "$out" >>"$places"
    rm -f "$out"
  done
  sort -u -o "$places" "$places"
  local figures
  figures=$(printf '%d | %d.%d | %s' "$done" $((seconds / 10)) $((seconds % 10)) "${best:-–}")
  row "$name" "$places" "$figures"
  if [[ $name == 'all parts' ]]; then
    grep -E "$told_by_go" "$places" >"$places.go" || true
    row 'without detection: of these, what Go reports itself' "$places.go" "$figures"
  fi
  rm -f "$places" "$places.go"
}

packages=("$@")
printf '| setting | findings | executions | seconds | coverage %% of the last round |\n|---|---|---|---|---|\n'
run 'all parts'
run 'without orders' -without orders
run 'without feedback' -without feedback
run 'without reversals' -without reversals
run 'without strategies (orders on the default order)' -strategy default
run 'native (no controlled schedules)' -mode native
run 'native, without feedback' -mode native -without feedback
run 'native, without orders' -mode native -without orders
