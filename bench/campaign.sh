#!/usr/bin/env bash
# What a campaign over a real three-node JetStream cluster on loopback costs and bears:
#   bench/campaign.sh [-t SECONDS] NATS-SERVER DIRECTORY [PACKAGES]
# prints the executions of one process without a server, then of 1, 2, 4 and 8 workers, each with one execution at a time; then
# four workers again, of which one is killed, and one of the servers too: the other three must end well. (CampaignCommandTest counts the executions.)
set -euo pipefail

seconds=30
if [[ ${1:-} == -t ]]; then
  seconds=$2
  shift 2
fi
[[ $# -ge 2 ]] || { sed -n '2,5s/^# \{0,1\}//p' "$0" >&2; exit 2; }
server=$(realpath "$1")
module=$(realpath "$2")
packages=${3:-./...}
harrier=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)/harrier
"$harrier" version >/dev/null

work=$(mktemp -d)
pids=()
cleanup() {
  local pid
  for pid in "${pids[@]}"; do kill -9 "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT

start_server() { # NUMBER
  "$server" -js -sd "$work/js$1" -n "n$1" -a 127.0.0.1 -p "1422$1" --cluster_name bench \
    --cluster "nats://127.0.0.1:1622$1" --routes nats://127.0.0.1:16221,nats://127.0.0.1:16222,nats://127.0.0.1:16223 \
    >>"$work/server$1.log" 2>&1 &
  servers[$1]=$!
  pids+=("${servers[$1]}")
}

declare -A servers
for n in 1 2 3; do start_server "$n"; done
url=nats://127.0.0.1:14221,nats://127.0.0.1:14222,nats://127.0.0.1:14223
sleep 5

clone() { rm -rf "${work:?}/$1"; cp -r "$module" "$work/$1"; chmod -R u+w "$work/$1"; rm -rf "${work:?}/$1/.harrier"; }

worker() { # CLONE CAMPAIGN
  (cd "$work/$1" && exec "$harrier" fuzz --campaign "$url/$2" --workers 1 --races off --time "${seconds}s" --fail-on never "$packages" \
    >"$work/$1.out" 2>&1) &
  started=$!
  pids+=("$started")
}

# Waits for workers; one that failed says why.
finish() { # PID...
  local pid
  for pid in "$@"; do
    wait "$pid" || { tail -n 3 "$work"/*.out >&2; exit 1; }
  done
}

clone alone
(cd "$work/alone" && "$harrier" fuzz --workers 1 --races off --time "${seconds}s" --fail-on never "$packages" | grep -o '[0-9,]* executions in .*second' | sed 's/^/without a server: /')

for n in 1 2 4 8; do
  ours=()
  for ((i = 1; i <= n; i++)); do
    clone "w$i"
    worker "w$i" "bench$n"
    ours+=("$started")
  done
  finish "${ours[@]}"
  printf '%d workers: ' "$n"
  (cd "$work/w1" && "$harrier" campaign status "$url/bench$n")
  (cd "$work/w1" && "$harrier" campaign stop --remove "$url/bench$n" >/dev/null)
done

ours=()
for i in 1 2 3 4; do
  clone "w$i"
  worker "w$i" faults
  ours+=("$started")
done
sleep $((seconds / 2))
echo "a worker and a server are killed"
kill -9 "${ours[0]}" "${servers[1]}"
sleep 5
start_server 1
finish "${ours[@]:1}"
(cd "$work/w2" && "$harrier" campaign status "$url/faults")
