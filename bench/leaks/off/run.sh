#!/usr/bin/env bash
# What a binary of harrier build costs beside one of go build: processor time in paired runs, medians.
# Usage: run.sh [PAIRS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
pairs=${1:-21}
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/plain" .
../../../harrier build -o "$bin/harrier" .
for ((i = 0; i < pairs; i++)); do
  "$bin/plain" >>"$bin/plain.ms"
  "$bin/harrier" >>"$bin/off.ms"
  HARRIER_LEAKS=report HARRIER_LEAKS_OUT=/dev/null "$bin/harrier" >>"$bin/report.ms"
done
for name in plain off report; do
  printf '%s\t%s ms\n' "$name" "$(sort -n "$bin/$name.ms" | sed -n "$(((pairs + 1) / 2))p")"
done
