#!/bin/sh
# Starts Harrier with the Java that lies next to it; ./dist puts in the names of the jars, in the order in which their classes are archived.
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
options='' libraries=''
while read -r command file folder; do
  [ "$command" = "${1:-}" ] || continue
  [ "$file" = - ] || options=@$home/lib/$file
  [ "$folder" = - ] || libraries=$folder
done <"$home/lib/commands"
case " $* " in
  # Over before an optimizing compiler would be of use.
  *" --help " | *" -help " | *" -h ") options=-XX:TieredStopAtLevel=1 ;;
esac
classpath=
# shellcheck disable=SC2043
for jar in @JARS@; do
  classpath=$classpath${classpath:+:}$home/lib/$jar
done
if [ -n "$libraries" ]; then
  # Behind the others so that the archive fits. To look through them takes as long as to read a small trace.
  for jar in "$home/lib/$libraries"/*.jar; do classpath=$classpath:$jar; done
fi
set -- -cp "$classpath" dev.harrier.cli.Main "$@"
# Servers start other commands, by this script.
[ "$libraries" != server ] || set -- "-Dharrier.launcher=$home/bin/harrier" "$@"
[ ! -t 1 ] || set -- -Dharrier.stdout.terminal=true "$@"
[ ! -t 2 ] || set -- -Dharrier.stderr.terminal=true "$@"
[ -z "$options" ] || set -- "$options" "$@"
# The archive is used where it was made for: to move it elsewhere in memory touches all of it.
exec "$home/runtime/bin/java" "@$home/lib/jvm.options" -XX:SharedArchiveFile="$home/lib/classes.jsa" -Xlog:disable \
  -XX:+UnlockDiagnosticVMOptions -XX:ArchiveRelocationMode=0 "$@"
