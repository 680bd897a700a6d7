#!/usr/bin/env bash
# What a binary of harrier build costs next to one of go build: processor time in runs that take turns, and the ratios of pairs.
# Usage: [HARRIER=COMMAND] run.sh [PAIRS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
pairs=${1:-21}
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/plain" .
"${HARRIER:-../../../harrier}" build -o "$bin/harrier" .
for ((i = 0; i < pairs; i++)); do
  "$bin/plain" >>"$bin/plain.ms"
  "$bin/harrier" >>"$bin/off.ms"
  "$bin/plain" >>"$bin/again.ms"
  HARRIER_LEAKS=report HARRIER_LEAKS_OUT=/dev/null "$bin/harrier" >>"$bin/report.ms"
done
quartiles() { sort -n | awk '{v[NR] = $1} END {printf "%s (%s to %s)", v[int((NR+1)/2)], v[int((NR+3)/4)], v[int((3*NR+1)/4)]}'; }
for name in plain again off report; do
  printf '%s\t%s ms\tto plain %s\n' "$name" "$(quartiles <"$bin/$name.ms")" \
    "$(paste "$bin/$name.ms" "$bin/plain.ms" | awk '{printf "%.4f\n", $1 / $2}' | quartiles)"
done
