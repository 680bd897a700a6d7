#!/bin/sh
# Starts Harrier with the Java that lies beside it; ./dist puts in the names of the jars, in the order in which their classes are archived.
set -eu
self=$0
while [ -L "$self" ]; do
  target=$(readlink "$self")
  case $target in
    /*) self=$target ;;
    *) self=${self%/*}/$target ;;
  esac
done
case $self in
  */*) home=${self%/*}/.. ;;
  *) home=.. ;;
esac
home=$(cd -P "$home" && pwd)
case $home in
  *:*)
    echo "harrier: can't start from $home: Java takes the colon for the end of a path; move it to a directory without one" >&2
    exit 2
    ;;
esac
# -C DIR before the command is the command's.
if [ "${1:-}" = -C ] && [ $# -ge 3 ]; then
  directory=$2 command=$3
  shift 3
  set -- "$command" -C "$directory" "$@"
fi
classpath=
# shellcheck disable=SC2043
for jar in @JARS@; do
  classpath=$classpath${classpath:+:}$home/lib/$jar
done
servers=
case ${1:-} in
  lsp | mcp)
    # They have libraries of their own, behind the others so that the archive fits, and start other commands.
    for jar in "$home"/lib/server/*.jar; do classpath=$classpath:$jar; done
    servers=-Dharrier.launcher=$home/bin/harrier
    ;;
  fuzz | campaign | ui)
    # What only campaigns need; to look through it takes as long as to read a small trace.
    for jar in "$home"/lib/campaign/*.jar; do classpath=$classpath:$jar; done
    ;;
esac
set -- -cp "$classpath" dev.harrier.cli.Main "$@"
[ -z "$servers" ] || set -- "$servers" "$@"
[ ! -t 1 ] || set -- -Dharrier.stdout.terminal=true "$@"
[ ! -t 2 ] || set -- -Dharrier.stderr.terminal=true "$@"
case " $* " in
  *" dev.harrier.cli.Main vet "*) set -- "@$home/lib/vet.options" "$@" ;;
  # Over before an optimizing compiler would be of use.
  *" dev.harrier.cli.Main version "* | *" --help " | *" -help " | *" -h ") set -- -XX:TieredStopAtLevel=1 "$@" ;;
  *" dev.harrier.cli.Main fuzz "* | *" dev.harrier.cli.Main replay "* | *" dev.harrier.cli.Main check-fix "* | *" dev.harrier.cli.Main probe "*) set -- "@$home/lib/fuzz.options" "$@" ;;
  *" dev.harrier.cli.Main test "*) set -- "@$home/lib/test.options" "$@" ;;
esac
# The archive is used where it was made for: to move it elsewhere in memory touches all of it.
exec "$home/runtime/bin/java" "@$home/lib/jvm.options" -XX:SharedArchiveFile="$home/lib/classes.jsa" -Xlog:disable \
  -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 "$@"
