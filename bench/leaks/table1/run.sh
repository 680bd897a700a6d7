#!/usr/bin/env bash
# Table 1 of the GOLF paper on the microbenchmarks that ship with Go: the built-in detector beside harrier build.
# Usage: run.sh [RUNS [PROCESSORS]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
mkdir "$bin/plain" "$bin/harrier"
go build -o "$bin/table1" .
harrier=$(cd ../../.. && pwd)/harrier
programs=$(go env GOROOT)/src/runtime/testdata/testgoroutineleakprofile
for program in micro goker; do
  folder=$programs
  [[ $program == micro ]] || folder=$programs/goker
  (cd "$folder" && GOEXPERIMENT=goroutineleakprofile go build -o "$bin/plain/$program" . && "$harrier" build -o "$bin/harrier/$program" .)
done
"$bin/table1" -runs "${1:-100}" -procs "${2:-1,2,4}" "plain=$bin/plain" "harrier=$bin/harrier+HARRIER_LEAKS=report"
