#!/usr/bin/env bash
# What two builds of Harrier report of the same programs: bench/run reports REVISION
# Builds Harrier as it was at REVISION of this repository (or takes the launcher that BEFORE names), has both run `harrier test`
# over every program of a rule below `programs`, `harrier vet` over those of `programs/vet`, and `harrier fuzz` with one seed and
# one worker over those of `programs/explore`, and compares rule, strength and place. Prints a row for each program, then what is
# only in one of them; ends with status 1 if anything that was reported before is not any more.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
revision=${1:?which revision to compare with}
after=${HARRIER:-$root/harrier}
command -v jq >/dev/null || { echo "bench/reports.sh reads reports with jq, which is not on PATH" >&2; exit 2; }
work=$(cd "$(mktemp -d)" && pwd -P)
trap 'rm -rf "$work"' EXIT

before=${BEFORE:-}
if [[ -z $before ]]; then
  mkdir "$work/source"
  git -C "$root" archive "$revision" | tar -x -C "$work/source"
  before=$work/source/harrier
fi
# No build in a run.
"$before" version >/dev/null
"$after" version >/dev/null

mkdir "$work/programs"
cp "$root/programs/go.mod" "$work/programs/"
for program in "$root"/programs/*/bug; do
  program=$(dirname "$program")
  case ${program##*/} in
    # These need another command, or a flag.
    vet | explore | data-race | race-consequences | test-failure) ;;
    *) cp -r "$program" "$work/programs/" ;;
  esac
done

for command in vet explore; do
  mkdir "$work/$command"
  cp "$root/programs/go.mod" "$work/$command/"
  cp -r "$root/programs/$command" "$work/$command/"
done

# found FILE DIRECTORY: rule, strength and place of each finding of a report, one per line.
found() {
  # The place was a field of the finding, and is one of its location today; so was the spelling of a rule another one.
  jq -r --arg root "$2/" '.findings[] | (.location // .) as $at
    | [($at.file | ltrimstr($root)), $at.line,
       (.rule | sub("cancelled"; "canceled")), (.strength | ascii_downcase)] | @tsv' "$1" |
    awk -F '\t' '{ printf "%s:%s %s %s\n", $1, $2, $3, $4 }' | sort -u
}

# run NAME HARRIER DIRECTORY COMMAND [FLAGS]: adds what it reports to $work/NAME.
run() {
  local name=$1 harrier=$2 directory=$3 command=$4 status=0
  shift 4
  rm -rf "$work/$directory/.harrier" "$work/$name.json"
  (cd "$work/$directory" && "$harrier" "$command" --format=json --out="$work/$name.json" "$@" ./...) >"$work/$name.out" 2>&1 || status=$?
  if [[ ! -s $work/$name.json ]]; then
    tail -5 "$work/$name.out" >&2
    echo "$harrier $command: status $status, and no report" >&2
    exit 3
  fi
  found "$work/$name.json" "$work/$directory" >>"$work/$name"
}

# reports NAME HARRIER: rule, strength and place of each finding, by program, in $work/NAME.
reports() {
  local name=$1 harrier=$2
  local flags=(-timeout=12s)
  # What other schedules make of findings is compared by fuzz; the first builds did not try them.
  ! "$harrier" test --help | grep -q -- '-confirm' || flags+=(-confirm=off)
  run "$name" "$harrier" programs test "${flags[@]}"
  run "$name" "$harrier" vet vet
  # One worker and one seed: the same schedules, as far as these depend on what executions show.
  run "$name" "$harrier" explore fuzz --fresh --seed 1 --workers 1 --per-test 40 --time 20m
  sort -u -o "$work/$name" "$work/$name"
}
reports before "$before"
reports after "$after"

printf '| program | before | after | lost | new |\n|---|---|---|---|---|\n'
comm -23 "$work/before" "$work/after" >"$work/lost"
comm -13 "$work/before" "$work/after" >"$work/new"
of() { grep -c "^$1/" "$work/$2" || true; }
for program in "$work"/programs/*/ "$work"/vet/vet/*/ "$work"/explore/explore/*/; do
  program=${program#"$work"/} program=${program#*/} program=${program%/}
  printf '| %s | %s | %s | %s | %s |\n' "$program" "$(of "$program" before)" "$(of "$program" after)" "$(of "$program" lost)" "$(of "$program" new)"
done
for part in lost new; do
  [[ ! -s $work/$part ]] || { printf '\n%s:\n\n' "$part" && sed 's/^/    /' "$work/$part"; }
done
[[ ! -s $work/lost ]]
