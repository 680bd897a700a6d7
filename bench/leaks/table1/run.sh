#!/usr/bin/env bash
# Table 1 of the GOLF paper on the microbenchmarks that ship with Go: the built-in detector next to harrier build.
# Usage: [STAY=1] [HARRIER=COMMAND] run.sh [RUNS [PROCESSORS [OPTIONS OF table1...]]]
# With STAY each program runs for five seconds, as in the paper, and writes a second profile then; else it ends as in Go's own test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
mkdir "$bin/plain" "$bin/harrier"
go build -o "$bin/table1" .
stay=$PWD/stay.go.txt
harrier=${HARRIER:-$(cd ../../.. && pwd)/harrier}
root=$(go env GOROOT)
programs=$root/src/runtime/testdata/testgoroutineleakprofile
plain=()
if [[ " $* " == *" -marking "* ]]; then
  # The collections of the plain binaries, that of the profile too, look for no leaks: Figure 4 compares with them, one by one.
  sed '/^func goroutineLeakGC() {$/s/$/ GC(); return/' "$root/src/runtime/mgc.go" >"$bin/mgc.go"
  printf '{"Replace": {"%s/src/runtime/mgc.go": "%s"}}' "$root" "$bin/mgc.go" >"$bin/plain.json"
  plain=(-overlay "$bin/plain.json")
fi
for program in micro goker; do
  folder=$programs
  [[ $program == micro ]] || folder=$programs/goker
  flags=()
  if [[ -n ${STAY:-} ]]; then
    sed 's/^\tf()$/\tf()\n\tstay()/' "$folder/main.go" >"$bin/$program.main.go"
    printf '{"Replace": {"%s/main.go": "%s", "%s/stay.go": "%s"}}' "$folder" "$bin/$program.main.go" "$folder" "$stay" >"$bin/$program.json"
    flags=(-overlay "$bin/$program.json")
  fi
  (cd "$folder" && GOEXPERIMENT=goroutineleakprofile go build "${flags[@]}" "${plain[@]}" -o "$bin/plain/$program" . && "$harrier" build "${flags[@]}" -o "$bin/harrier/$program" .)
done
"$bin/table1" -runs "${1:-100}" -procs "${2:-1,2,4}" "${@:3}" "plain=$bin/plain" "harrier=$bin/harrier+HARRIER_LEAKS=report"
