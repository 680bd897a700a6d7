#!/usr/bin/env bash
# Table 2 of the GOLF paper on this machine: plain Go next to harrier build, 0 % and 10 % of the requests leak.
# Usage: [HARRIER=COMMAND] run.sh [PAIRS [SECONDS]]; prints one line of JSON for each run, behind the variant and the share.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
pairs=${1:-5} seconds=${2:-30}
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
go build -o "$bin/plain" ./server
go build -o "$bin/client" ./client
"${HARRIER:-../../../harrier}" build -o "$bin/harrier" ./server
port=18100
one() {
  local name=$1 mode=$2 leaks=$3 server
  port=$((port + 1))
  HARRIER_LEAKS=$mode HARRIER_LEAKS_OUT=/dev/null HARRIER_LEAKS_EXIT=off "$bin/${name%%-*}" -listen "127.0.0.1:$port" -leaks "$leaks" &
  server=$!
  printf '%s\t%s\t' "$name" "$leaks"
  timeout $((seconds + 60)) "$bin/client" -target "http://127.0.0.1:$port" -for "${seconds}s" || kill "$server"
  wait "$server" || true
}
for ((i = 0; i < pairs; i++)); do
  for leaks in 0 0.1; do
    one plain "" "$leaks"
    one harrier-reclaim reclaim "$leaks"
    one harrier-off "" "$leaks"
  done
done
