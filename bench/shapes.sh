#!/usr/bin/env bash
# In which execution harrier fuzz finds each of the hard shapes of bench/shapes, over a number of seeds.
#
#   bench/shapes.sh [-n EXECUTIONS] [-p PIECE] [-f NAME] [-r REGEXP] [-s STRATEGY] SEED...
#
# A shape that is not found within EXECUTIONS (400) counts as that many and one. With STRATEGY it works by itself, without orders,
# reversals and predictions. With PIECE, so many executions are one exploration, and the next one continues with what it kept
# in .harrier/fuzz, except NAME. Prints a Markdown table.
set -euo pipefail

most=400
run=.
strategy=()
piece=0
forgotten=nothing
while getopts f:n:p:r:s: option; do
  case $option in
    f) forgotten=$OPTARG ;;
    n) most=$OPTARG ;;
    p) piece=$OPTARG ;;
    r) run=$OPTARG ;;
    s) strategy=(-strategy "$OPTARG" -without 'orders,reversals,predictions') ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [[ $# -eq 0 ]]; then
  sed -n '4,8s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
harrier=${HARRIER:-$bench/../harrier}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$bench/shapes" "$work/shapes"
cd "$work/shapes"

tests=$(go test -list "$run" . | grep '^Test')
# Each alone: what several tests show at one line is one finding, and reported once.
for seed in "$@"; do
  for test in $tests; do
    rm -rf .harrier/fuzz
    before=0
    found=
    while [[ -z $found ]] && ((before < most)); do
      explored=$((piece == 0 ? most : piece))
      rm -rf ".harrier/fuzz/$forgotten"
      status=0
      "$harrier" fuzz -first -minimize 0 -per-test "$explored" -time 30m -seed "$seed" -run "^$test\$" "${strategy[@]}" >"$work/out" 2>&1 || status=$?
      if ((status == 2 || status > 3)); then
        cat "$work/out" >&2
        exit 1
      fi
      found=$(sed -nE "s/^harrier: note: [^ ]*\.$test: first found by execution ([0-9,]+).*/\1/p" "$work/out" | tr -d ,)
      before=$((before + explored))
    done
    echo "$((${#found} == 0 ? most + 1 : before - explored + ${found:-0}))" >>"$work/$test"
  done
done
printf '| shape | median | least | most |\n|---|---|---|---|\n'
for test in $tests; do
  sort -n "$work/$test" | awk -v name="${test#Test}" '{ v[NR] = $1 }
    END { printf "| %s | %s | %s | %s |\n", name, (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2, v[1], v[NR] }'
done
