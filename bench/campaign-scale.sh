#!/usr/bin/env bash
# What the engine of a campaign costs, over a real three-node JetStream cluster on loopback:
#   bench/campaign-scale.sh [-t SECONDS] NATS-SERVER DIRECTORY [PACKAGES]
# prints, for one process without a server and then for 1, 2, 4 and 8 workers with one execution at a time, executions for each
# second of processor time (wall time says nothing on a machine that others use), and the processor time of the engine: in the
# workers (the thread that asks the server, and the client's own) and in the servers. Then what that means for 1,000 workers.
set -euo pipefail

seconds=60
if [[ ${1:-} == -t ]]; then
  seconds=$2
  shift 2
fi
[[ $# -ge 2 ]] || { sed -n '2,6s/^# \{0,1\}//p' "$0" >&2; exit 2; }
server=$(realpath "$1")
module=$(realpath "$2")
packages=${3:-./...}
harrier=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)/harrier
"$harrier" version >/dev/null
jcmd=$("$harrier" --print-jdk)/bin/jcmd

work=$(mktemp -d)
pids=()
cleanup() {
  local pid
  for pid in "${pids[@]}"; do disown "$pid" 2>/dev/null || true; kill -9 "$pid" 2>/dev/null || true; done
  rm -rf "$work"
}
trap cleanup EXIT

declare -A servers
routes=nats://127.0.0.1:16231,nats://127.0.0.1:16232,nats://127.0.0.1:16233
for n in 1 2 3; do
  "$server" -js -sd "$work/js$n" -n "n$n" -a 127.0.0.1 -p "1423$n" -m "1823$n" --cluster_name bench \
    --cluster "nats://127.0.0.1:1623$n" --routes "$routes" >"$work/server$n.log" 2>&1 &
  servers[$n]=$!
  pids+=("$!")
done
url=nats://127.0.0.1:14231,nats://127.0.0.1:14232,nats://127.0.0.1:14233
sleep 5

# Processor time of a process and of its children that have ended, in hundredths of a second.
ticks() { sed 's/^.*) //' "/proc/$1/stat" | awk '{print $12 + $13 + $14 + $15}'; }
all_servers() { for n in 1 2 3; do ticks "${servers[$n]}"; done; }

clone() { rm -rf "${work:?}/$1"; cp -r "$module" "$work/$1"; chmod -R u+w "$work/$1"; rm -rf "${work:?}/$1/.harrier"; }

# Processor time of the engine's threads in a worker, in milliseconds; fails before the exploration begins.
engine_of() {
  "$jcmd" "$1" Thread.print 2>/dev/null | awk '
    /^"worker-[0-9]/ { exploring = 1 }
    /^"(main|lease|nats)/ { for (i = 1; i <= NF; i++) if ($i ~ /^cpu=/) { sub("cpu=", "", $i); sub("ms", "", $i); all += $i } }
    END { if (!exploring) exit 1; print all }'
}

# run COUNT FLAG...: workers of one kind. Sets executions, and of the time in which they explore, without builds: explored (seconds of
# processor time of all workers and their programs), client (of that, the engine's), served and busiest (of all servers, of one).
run() {
  local count=$1 i pid part
  local -a ours=() first=() last=()
  shift
  for ((i = 1; i <= count; i++)); do
    clone "w$i"
    (cd "$work/w$i" && exec "$harrier" fuzz "$@" --workers 1 --races off --time "${seconds}s" --fail-on never "$packages" >"$work/w$i.out" 2>"$work/w$i.err") &
    ours+=("$!")
    pids+=("$!")
  done
  while kill -0 "${ours[0]}" 2>/dev/null; do
    if part=$(engine_of "${ours[0]}"); then
      last=("$part" "$(ticks "${ours[0]}" || echo 0)" "$(ticks "${servers[1]}")" "$(ticks "${servers[2]}")" "$(ticks "${servers[3]}")")
      [[ ${last[1]} != 0 && ${#first[@]} -eq 0 ]] && first=("${last[@]}")
    fi
    sleep 2
  done
  for pid in "${ours[@]}"; do wait "$pid" || { tail -n 3 "$work"/w*.out "$work"/w*.err >&2; exit 1; }; done
  executions=$(for ((i = 1; i <= count; i++)); do grep -ho '[0-9,]* executions in ' "$work/w$i.out"; done | tr -d ', a-z' | awk '{n += $1} END {print n}')
  read -r client explored served busiest < <(echo "${first[@]}" "${last[@]}" | awk -v n="$count" '{
    b = 0; for (i = 8; i <= 10; i++) { s += $i - $(i - 5); if ($i - $(i - 5) > b) b = $i - $(i - 5) }
    print n * ($6 - $1) / 1000, n * ($7 - $2) / 100, s / 100, b / 100 }')
}

row() { # LABEL
  awk -v label="$1" -v e="$executions" -v c="$explored" -v k="$client" -v s="$served" 'BEGIN {
    printf "%-18s %10d %10.1f %12.1f %12.2f (%.1f %%) %12.2f (%.1f %%)\n", label, e, c, e / (c + s), k, 100 * k / (c + s), s, 100 * s / (c + s) }'
}

printf '%-18s %10s %10s %12s %21s %21s\n' '' executions 'workers s' 'exec/cpu s' 'engine, workers s' 'engine, servers s'
run 1
client=0 served=0
row 'without a server'
for n in 1 2 4 8; do
  run "$n" --campaign "$url/scale$n"
  row "$n worker(s)"
done

idle=$(for n in 1 2 3; do ticks "${servers[$n]}"; done | awk '{n += $1} END {print n}')
sleep 20
idle=$(($(for n in 1 2 3; do ticks "${servers[$n]}"; done | awk '{n += $1} END {print n}') - idle))
turns=$(curl -s 'http://127.0.0.1:18231/jsz?streams=1' | tr -d ' \n\t' | grep -o '"name":"harrier-scale8".*' | grep -o '"last_seq":[0-9]*' | head -n 1 | grep -o '[0-9]*$')

# What servers do without workers belongs to the number of campaigns, not to that of workers.
awk -v m="$turns" -v b="$busiest" -v s="$served" -v t="$seconds" -v n=8 -v idle="$idle" 'BEGIN {
  idle /= 2000; turn = t * n / m; all = (s - idle * t) / m; one = all * b / s
  printf "\nservers with four campaigns and no worker: %.2f s of processor time a second\n", idle
  printf "%d turns and confirmations: a worker has one every %.2f s, and each costs all servers %.2f ms, the busiest %.2f ms\n", m, turn, all * 1000, one * 1000
  printf "1,000 such workers: %.0f a second, %.1f cores of the busiest server; %.0f workers use up one core\n", 1000 / turn, 1000 / turn * one, turn / one }'
