#!/usr/bin/env bash
# Shows the bugs of docs/found.md: bench/run found [-n RUNS] [-t] [NAME...]
#
# Each directory of bench/found is a bug: `bug` has its module, version, test and replay string, and other files are added to
# the module, in the directory of its package; `setup` is run there first, and found.mod and found.sum are the go.mod and
# go.sum of a module that has none. Prints how many of RUNS replays (10) show it; with -t also what `go test -race` and
# goleak report of the same test in 20 runs without a schedule. Status 1 if a replay does not show it.
set -euo pipefail

bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
harrier=${HARRIER:-$(dirname "$bench")/harrier}
runs=10 tools=
while getopts n:t option; do
  case $option in
    n) runs=$OPTARG ;;
    t) tools=yes ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
if [[ $# -eq 0 ]]; then
  cd "$bench/found"
  set -- *
fi
export GOFLAGS=-mod=mod GOWORK=off

value() { # KEY: what the bug's file says of it, or nothing
  sed -n "s/^$1  *//p" "$bench/found/$name/bug"
}

unpack() { # puts the module into $source, as this bug needs it
  local module version commit
  module=$(value module) version=$(value version) commit=$(value commit)
  if [[ -n $commit ]]; then
    git clone -q "$(value repository)" "$source"
    git -C "$source" checkout -q "$commit"
  else
    local json
    json=$(cd "$work" && go mod download -json "$module@$version")
    cp -r "$(sed -n 's/^\t"Dir": "\(.*\)",*$/\1/p' <<<"$json")" "$source"
    chmod -R u+w "$source"
  fi
  local package
  package=$source/$(value package)
  local file
  for file in "$bench/found/$name"/*; do
    case ${file##*/} in
      bug) ;;
      found.mod | found.sum) cp "$file" "$source/go.${file##*.}" ;;
      setup) (cd "$source" && bash "$file") ;;
      *) cp "$file" "$package" ;;
    esac
  done
}

native() { # what go's race detector and goleak say of the test without a schedule
  local raced=0 package test
  package=./$(value package) test=^$(value test)\$
  go test -vet=off -race -count=20 -timeout 60s -run "$test" "$package" >"$work/race" 2>&1 || true
  raced=$(grep -c 'WARNING: DATA RACE' "$work/race" || true)
  local leaked='-'
  if ! grep -qs '^func TestMain(' "$package"/*_test.go; then
    printf 'package %s\n\nimport (\n\t"testing"\n\n\t"go.uber.org/goleak"\n)\n\nfunc TestMain(m *testing.M) { goleak.VerifyTestMain(m) }\n' \
      "$(go list -f '{{.Name}}' "$package")" >"$package/goleak_main_test.go"
    go get go.uber.org/goleak@v1.3.0 >"$work/leak" 2>&1 || true
    go test -vet=off -count=20 -timeout 60s -run "$test" "$package" >>"$work/leak" 2>&1 || true
    leaked=$(grep -cE '^ *\[?Goroutine [0-9]+ in state' "$work/leak" || true)
  fi
  local failed
  failed=$(grep -cE '^--- FAIL|^panic:|^fatal error:' "$work/race" || true)
  echo "  go test -race: $raced races, $failed failures; goleak: $leaked goroutines"
}

status=0
for name in "$@"; do
  work=$(mktemp -d) source=$work/$name
  unpack
  cd "$source"
  "$harrier" replay -n "$runs" "$(value replay)" >"$work/replay" 2>&1 || true
  shown=$(sed -n 's/^harrier: note: reproduced in \(.*\)$/\1/p' "$work/replay")
  if [[ -z $shown || $shown == 0\ * ]]; then
    status=1
    grep '^harrier' "$work/replay" || true
  fi
  echo "$name: ${shown:-not shown}"
  [[ -z $tools ]] || native
  cd "$bench"
  rm -rf "$work"
done
exit $status
