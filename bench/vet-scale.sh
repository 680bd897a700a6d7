#!/usr/bin/env bash
# Measures harrier vet against building SSA alone, on modules that are here: bench/vet-scale.sh DIRECTORY...
# Prints a table row for each: Go lines (tests included), then for SSA alone and for harrier vet the processor time, the wall
# time and the peak memory of the largest process. Run it twice: the first run of a module also fills Go's build cache.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd -P)
[[ -x /usr/bin/time ]] || { echo "vet-scale: GNU time is needed (/usr/bin/time)" >&2; exit 2; }
[[ $# -gt 0 ]] || { echo "vet-scale: name directories with Go modules" >&2; exit 2; }

# Builds Harrier and its exporter, where that is still to be done.
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
printf 'module empty\n\ngo 1.24\n' >"$empty/go.mod"
printf 'package empty\n' >"$empty/e.go"
(cd "$empty" && "$root/harrier" vet >/dev/null)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/harrier/ssa-exporter
exporter=$(ls -t "$cache"/*/exporter | head -n 1)

# Runs a command and prints "processor s | wall s | peak MB". Findings make the status 1.
measure() {
  local log=$empty/time
  /usr/bin/time -o "$log" -f '%U %S %e %M' "$@" >/dev/null 2>&1 || true
  tail -n 1 "$log" | awk '{ printf "%.1f | %.1f | %.0f", $1 + $2, $3, $4 / 1024 }'
}

echo "| module | lines | SSA: processor s | wall s | peak MB | vet: processor s | wall s | peak MB |"
echo "|---|---:|---:|---:|---:|---:|---:|---:|"
for module in "$@"; do
  cd "$module"
  lines=$(find . -name '*.go' -print0 | xargs -0 cat | wc -l)
  ssa=$(measure "$exporter" -ssa-only -- ./...)
  vet=$(measure "$root/harrier" vet ./...)
  echo "| $(go list -m) | $lines | $ssa | $vet |"
done
