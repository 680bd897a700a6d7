#!/usr/bin/env bash
# What harrier vet, go vet, staticcheck and go test -race report on the same packages: bench/vet-peers.sh DIRECTORY [PACKAGE...]
# Prints a table row for each tool: all that it reports, and how much of it is about goroutines that share memory. go test runs
# the tests, and the benchmarks 300 times each, for at most RACE_MINUTES (5). staticcheck is left out where it is not on PATH
# and the go command cannot get it. The reports stay in a directory that the last line names.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd -P)
[[ $# -gt 0 ]] || { echo "vet-peers: name a directory with a Go module, and packages of it" >&2; exit 2; }
cd "$1"
shift
packages=("${@:-./...}")
out=$(mktemp -d)

# Findings make the status of each tool one that is not 0.
"$root/harrier" vet "${packages[@]}" >"$out/harrier" 2>"$out/harrier.errors" || true
go vet "${packages[@]}" >"$out/vet" 2>&1 || true
if command -v staticcheck >/dev/null; then
  staticcheck "${packages[@]}" >"$out/staticcheck" 2>&1 || true
else
  go run honnef.co/go/tools/cmd/staticcheck@latest "${packages[@]}" >"$out/staticcheck" 2>&1 || true
fi
timeout "${RACE_MINUTES:-5}m" go test -race -bench . -benchtime 300x "${packages[@]}" >"$out/race" 2>&1 || true

count() { grep -cE "$1" "$2" || true; }

echo "| tool | reports | about shared memory |"
echo "|---|---:|---:|"
found=$(count 'closure-race' "$out/harrier")
echo "| harrier vet | $found | $found |"
echo "| go vet | $(count '^[^# ].*\.go:[0-9]+' "$out/vet") | $(count 'passes lock by value|loop variable|WaitGroup.Add' "$out/vet") |"
echo "| staticcheck | $(count '\.go:[0-9]+' "$out/staticcheck") | $(count 'SA2[0-9]{3}' "$out/staticcheck") |"
races=$(count 'WARNING: DATA RACE' "$out/race")
echo "| go test -race | $races | $races |"
echo "reports in $out"
