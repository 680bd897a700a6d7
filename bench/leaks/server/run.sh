#!/usr/bin/env bash
# Two builds of Caddy get the same requests: one of go build, one of harrier build that reclaims all and collects often.
# Usage: run.sh PLAIN HARRIER [DURATION [CONNECTIONS]]; both are executables of the same Caddy.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
plain=$1 harrier=$2 lasts=${3:-10m} connections=${4:-8}
work=$(mktemp -d)
pids=()
trap 'for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done; wait || true; rm -rf "$work"' EXIT
go build -o "$work/server" .
served=$(go env GOROOT)/src/net
port() { echo $((20000 + RANDOM % 10000)); }
start() {
  local binary=$1 address=127.0.0.1:$2 behind=127.0.0.1:$3
  cat >"$work/$2.caddy" <<EOF
{
	admin off
	auto_https off
	persist_config off
}
http://$address {
	encode zstd gzip
	handle_path /proxied/* {
		reverse_proxy $behind
	}
	handle /template {
		templates
		header Content-Type text/html
		respond "{{.Req.URL.Query.Get \`x\`}} {{repeat 100 \`text \`}}"
	}
	handle {
		root * $served
		file_server
	}
}
http://$behind {
	root * $served
	file_server browse
}
EOF
  HOME=$work "$binary" run --config "$work/$2.caddy" --adapter caddyfile >"$work/$2.log" 2>&1 &
  pids+=($!)
}
a=$(port) b=$(port)
start "$plain" "$a" $((a + 1))
export HARRIER_LEAKS=reclaim:all HARRIER_LEAKS_OUT=$work/leaks.jsonl GOGC=20
start "$harrier" "$b" $((b + 1))
unset HARRIER_LEAKS HARRIER_LEAKS_OUT GOGC
for try in $(seq 50); do
  curl -sf -o /dev/null "http://127.0.0.1:$a/http/server.go" && curl -sf -o /dev/null "http://127.0.0.1:$b/http/server.go" && break
  sleep 0.2
done
status=0
"$work/server" -for "$lasts" -connections "$connections" -paths "$served" "http://127.0.0.1:$a" "http://127.0.0.1:$b" || status=$?
kill -TERM "${pids[1]}"
wait "${pids[1]}" || true
tail -n 1 "$work/leaks.jsonl"
grep -c '"type":"leak"' "$work/leaks.jsonl" || true
cp "$work/leaks.jsonl" "${LEAKS_TO:-/dev/null}"
exit "$status"
