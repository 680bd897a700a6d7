#!/usr/bin/env bash
# Fuzzes the readers of foreign bytes, one after the other, and prints a row for each: how many seeds and executions, and what
# ended it. An input that breaks a reader is put among the seeds, so that the next test run fails until the reader is fixed.
#
#   bench/parsers.sh [-t DURATION] [READER...]      # 10m each; all that have seeds
set -euo pipefail

bench=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
root=$(dirname "$bench")
seeds=$bench/src/test/resources/dev/harrier/bench/parsers/ParsersTestInputs

duration=10m
while getopts t: option; do
  case $option in
    t) duration=$OPTARG ;;
    *) exit 2 ;;
  esac
done
shift $((OPTIND - 1))
[[ $# -gt 0 ]] || set -- "$seeds"/*/

jdk=$("$root/harrier" --print-jdk)
work=$bench/target/parsers
mkdir -p "$work"
# Inputs are files for most readers, and what servers log of each is not read.
files=$(mktemp -d -p "$([[ -w /dev/shm ]] && echo /dev/shm || echo "${TMPDIR:-/tmp}")")
trap 'rm -rf "$files"' EXIT
echo '.level=OFF' >"$files/logging"
# Each module writes its own, the last of them is that of the tests.
(cd "$root" && JAVA_HOME=$jdk mvn -q -B -ntp -pl bench -am test-compile dependency:build-classpath \
  -Dmdep.outputFile="$work/classpath" -DincludeScope=test)
classpath=$bench/target/test-classes:$bench/target/classes:$(<"$work/classpath")

status=0
echo '| reader | seeds | executions | seconds | found |'
echo '|---|---|---|---|---|'
for reader in "$@"; do
  reader=$(basename "$reader")
  [[ -d $seeds/$reader ]] || { echo "there is no reader $reader; there are: $(cd "$seeds" && echo *)" >&2; exit 2; }
  before=$(find "$seeds/$reader" -type f | wc -l)
  mkdir -p "$work/$reader"
  (
    cd "$work/$reader" && mkdir -p corpus
    JAZZER_FUZZ=1 nice "$jdk/bin/java" -XX:+UseSerialGC -Xmx512m --enable-native-access=ALL-UNNAMED -XX:+EnableDynamicAgentLoading \
      -Djava.io.tmpdir="$files" -Djava.util.logging.config.file="$files/logging" \
      -cp "$classpath" com.code_intelligence.jazzer.Jazzer --target_class=dev.harrier.bench.parsers.ParsersTest \
      --target_method="$reader" --max_duration="$duration" --reproducer_path=. -artifact_prefix="$seeds/$reader/" corpus "$seeds/$reader"
  ) >"$work/$reader/log" 2>&1 || status=1
  rm -f "$seeds/$reader"/slow-unit-*
  found=$(sed -n 's/^== Java Exception: //p' "$work/$reader/log" | head -n 1)
  sed -n 's/^Done \([0-9]*\) runs in \([0-9]*\) second.*/\1 | \2/p' "$work/$reader/log" | tail -n 1 |
    sed "s~.*~| $reader | $before | & | ${found:-nothing} |~"
done
exit "$status"
