#!/usr/bin/env bash
# Measures harrier vet against only building SSA, on modules that are here: bench/vet-scale.sh [-c] DIRECTORY[:PATTERNS]...
# PATTERNS are those of Go packages, with commas between them; ./... if there are none. Prints a table row for each: lines of the
# Go files that the patterns select (tests included), then for only SSA and for harrier vet the processor time, the wall time and
# the peak memory: for vet of the larger of its two processes (exporter and JVM), and of the exporter alone when it
# writes all code, which is more than harrier vet asks it for. The caches are warm: what they lack is built
# before. With -c, a row more for each with an empty build cache; compiling the dependencies, by Go itself, is most of that.
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd -P)
[[ -x /usr/bin/time ]] || { echo "vet-scale: GNU time is needed (/usr/bin/time)" >&2; exit 2; }
cold=
if [[ ${1:-} == -c ]]; then
  cold=yes
  shift
fi
[[ $# -gt 0 ]] || { echo "vet-scale: name directories with Go modules" >&2; exit 2; }

# Builds Harrier and its exporter, where that is still to be done.
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
printf 'module empty\n\ngo 1.24\n' >"$empty/go.mod"
printf 'package empty\n' >"$empty/e.go"
(cd "$empty" && "$root/harrier" vet >/dev/null)
# What starts it for the first time also trains the launcher's cache of classes.
cache=${XDG_CACHE_HOME:-$HOME/.cache}/harrier/ssa-exporter
exporter=$(ls -t "$cache"/*/exporter | head -n 1)

# Runs a command and prints "processor s | wall s | peak MB". Findings make the status 1.
measure() {
  local log=$empty/time
  /usr/bin/time -o "$log" -f '%U %S %e %M' "$@" >/dev/null 2>&1 || true
  tail -n 1 "$log" | awk '{ printf "%.1f | %.1f | %.0f", $1 + $2, $3, $4 / 1024 }'
}

# Prints the lines of the Go files of the packages that match, those of tests too.
lines() {
  go list -e -f '{{$d := .Dir}}{{range .GoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .CgoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .TestGoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$d}}/{{.}}{{"\n"}}{{end}}' "$@" |
    sed '/^$/d' | tr '\n' '\0' | xargs -0 cat | wc -l
}

# Prints the peak memory of only the exporter, in MB; the larger process is what measure sees of harrier vet.
exporter_peak() {
  measure "$exporter" -- "$@" | sed 's/.*| //'
}

row() {
  local ssa=$1 vet=$2 peak=$3
  awk -v s="${ssa%% *}" -v v="${vet%% *}" -v row="| $4 | $5 | $6 | $ssa | $vet | $peak" \
    'BEGIN { printf "%s | %.1f |\n", row, v / (s > 0 ? s : 0.1) }'
}

echo "| module | lines | caches | SSA: processor s | wall s | peak MB | vet: processor s | wall s | peak MB of the larger | of the exporter | times SSA |"
echo "|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|"
start=$PWD
for argument in "$@"; do
  IFS=, read -r -a patterns <<<"${argument#"${argument%%:*}"}"
  patterns=("${patterns[@]#:}")
  [[ -n ${patterns[*]} ]] || patterns=(./...)
  cd "$start"
  cd "${argument%%:*}"
  module=$(go list -m)
  count=$(lines "${patterns[@]}")
  measure "$exporter" -ssa-only -- "${patterns[@]}" >"$empty/filled"
  row "$(measure "$exporter" -ssa-only -- "${patterns[@]}")" "$(measure "$root/harrier" vet "${patterns[@]}")" \
    "$(exporter_peak "${patterns[@]}")" "$module" "$count" warm
  if [[ -n $cold ]]; then
    for run in ssa vet; do
      rm -rf "$empty/$run"
      mkdir "$empty/$run"
    done
    row "$(GOCACHE=$empty/ssa measure "$exporter" -ssa-only -- "${patterns[@]}")" \
      "$(GOCACHE=$empty/vet measure "$root/harrier" vet "${patterns[@]}")" "$(exporter_peak "${patterns[@]}")" "$module" "$count" cold
  fi
done
