#!/usr/bin/env bash
# What two builds of Harrier report of the same programs: bench/run reports REVISION
# Builds Harrier as it was at REVISION of this repository (or takes the launcher that BEFORE names), has both run `harrier test`
# over every program of a rule below `programs`, and compares rule, strength and place. Prints a row for each program, then what
# is only in one of them; ends with status 1 if anything that was reported before is not any more.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
revision=${1:?which revision to compare with}
after=${HARRIER:-$root/harrier}
command -v jq >/dev/null || { echo "bench/reports.sh reads reports with jq, which is not on PATH" >&2; exit 2; }
work=$(mktemp -d)
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

# reports NAME HARRIER: rule, strength and place of each finding, by program, in $work/NAME.
reports() {
  local name=$1 harrier=$2 status=0
  local flags=(-timeout=12s)
  # What other schedules make of findings is compared elsewhere; the first builds did not try them.
  ! "$harrier" test --help | grep -q -- '-confirm' || flags+=(-confirm=off)
  rm -rf "$work/programs/.harrier"
  (cd "$work/programs" && "$harrier" test --format=json --out="$work/$name.json" "${flags[@]}" ./...) >"$work/$name.out" 2>&1 || status=$?
  if [[ $status -ne 1 || ! -s $work/$name.json ]]; then
    tail -5 "$work/$name.out" >&2
    echo "$harrier test: status $status, and 1 was expected" >&2
    exit 3
  fi
  # The place was a field of the finding, and is one of its location today.
  jq -r '.findings[] | (.location // .) as $at
    | [($at.file | sub("^.*/programs/"; "")), $at.line, .rule, (.strength | ascii_downcase)] | @tsv' "$work/$name.json" |
    awk -F '\t' '{ printf "%s:%s %s %s\n", $1, $2, $3, $4 }' | sort -u >"$work/$name"
}
reports before "$before"
reports after "$after"

printf '| program | before | after | lost | new |\n|---|---|---|---|---|\n'
comm -23 "$work/before" "$work/after" >"$work/lost"
comm -13 "$work/before" "$work/after" >"$work/new"
of() { grep -c "^$1/" "$work/$2" || true; }
for program in "$work"/programs/*/; do
  program=$(basename "$program")
  printf '| %s | %s | %s | %s | %s |\n' "$program" "$(of "$program" before)" "$(of "$program" after)" "$(of "$program" lost)" "$(of "$program" new)"
done
for part in lost new; do
  [[ ! -s $work/$part ]] || { printf '\n%s:\n\n' "$part" && sed 's/^/    /' "$work/$part"; }
done
[[ ! -s $work/lost ]]
