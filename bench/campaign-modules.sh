#!/usr/bin/env bash
# A campaign over many modules next to one exploration of each, in the same time:
#   bench/campaign-modules.sh [-t SECONDS] NATS-SERVER WORKSPACE RESULTS
# WORKSPACE is a directory with a go.work. Two workers, each with one execution at a time and a clone of its own, explore all of
# its modules for SECONDS (3600) with a server on loopback; then each module is explored alone, with two executions at once, for
# its share of SECONDS. RESULTS gets the reports as text and JSON (campaign.json, alone-MODULE.json) and the workers' output.
set -euo pipefail

seconds=3600
if [[ ${1:-} == -t ]]; then
  seconds=$2
  shift 2
fi
[[ $# -eq 3 ]] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
server=$(realpath "$1")
workspace=$(realpath "$2")
mkdir -p "$3"
results=$(realpath "$3")
harrier=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)/harrier
"$harrier" version >/dev/null

work=$(mktemp -d)
pids=()
cleanup() {
  local pid
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait || true
  rm -rf "$work"
}
trap cleanup EXIT

"$server" -js -sd "$work/js" -a 127.0.0.1 -p 14241 >"$results/server.log" 2>&1 &
pids+=("$!")
address=nats://127.0.0.1:14241/modules
sleep 2

mapfile -t modules < <(cd "$workspace" && go list -m -f '{{.Dir}}' | while read -r module; do realpath --relative-to "$workspace" "$module"; done)
patterns=("${modules[@]/%//...}")
patterns=("${patterns[@]/#/./}")
common=(fuzz --seed 1 -short --fail-on never --procs 2)

clone() { cp -r "$workspace" "$work/$1"; chmod -R u+w "$work/$1"; rm -rf "$work/$1/.harrier"; }

workers=()
for n in 1 2; do
  clone "w$n"
  (cd "$work/w$n" && exec "$harrier" "${common[@]}" --campaign "$address" --workers 1 --time "${seconds}s" \
    "${patterns[@]}" >"$results/worker$n.txt" 2>&1) &
  workers+=("$!")
  pids+=("$!")
done
for worker in "${workers[@]}"; do wait "$worker" || true; done
(cd "$work/w1" && "$harrier" campaign status "$address") | tee "$results/status.txt"
(cd "$work/w1" && "$harrier" campaign report --fail-on never --format "text=$results/campaign.txt,json=$results/campaign.json" "$address") || true

for module in "${modules[@]}"; do
  clone "$module"
  (cd "$work/$module" && "$harrier" "${common[@]}" --workers 2 --time "$((seconds / ${#modules[@]}))s" \
    --format "text=$results/alone-$module.txt,json=$results/alone-$module.json" "./$module/...") 2>"$results/alone-$module.err" || true
  grep -o '[0-9,]* executions in .*' "$results/alone-$module.txt" | head -1 | sed "s/^/$module: /"
done
