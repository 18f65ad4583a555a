#!/bin/sh
# run.sh BIN CORPUS_DIR WORK_DIR: dump what is not dumped yet, compare, write docs/conformance/lottie-web.md.
# Skips (exit 0) where node, its packages or the corpus are absent. Not part of CI.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
bin=$1 corpus=$2 work=$3
command -v node >/dev/null || { echo "skipped: no node"; exit 0; }
[ -d "$here/node_modules/lottie-web" ] || { echo "skipped: run npm install in $here first"; exit 0; }
[ -d "$corpus" ] || { echo "skipped: no corpus at $corpus"; exit 0; }

dump() {
    [ -d "$work/$1" ] || node "$here/dump.js" ${2:+--refine "$2"} --out "$work/$1" "$corpus"/*
}
dump stock ""
dump sloppy sloppy
dump double sloppy,double
dump chords sloppy,double,easing,chords,points
dump lines sloppy,double,easing,chords,points,lines
dump loopin sloppy,double,easing,loopin
dump lengths sloppy,double,easing,chords,points,lines,lengths
dump tangents sloppy,double,easing,chords,points,lines,lengths,tangents
dump velocity sloppy,double,easing,chords,points,lines,lengths,tangents,velocity
mkdir -p "$root/docs/conformance"
# The first label whose run agrees with us is the cause a difference is laid to, so the list goes from few changes to many.
python3 "$here/compare.py" "$bin" "$corpus" "$work/stock" \
    --refined "expressions run as strict code, where giving a value to an undeclared name throws (AE makes a variable)=$work/sloppy" \
    --refined "vectors in single precision=$work/double" \
    --refined "\`loopIn('cycle')\` subtracts wrongly unless the first key is at frame 0 (a misplaced parenthesis)=$work/loopin" \
    --refined "motion paths as 150 chords, points on a path rounded to 10⁻³=$work/chords" \
    --refined "a motion path with handles on the line of its ends is replaced by that line, though a handle reaches past an end=$work/lines" \
    --refined "segment lengths of a path kept from the first frame although the path moves=$work/lengths" \
    --refined "tangentOnPath as the chord to the point 0.1 % further, and at 0 the one at 99.9 %=$work/tangents" \
    --refined "velocity as the difference over the last millisecond, not the derivative=$work/velocity" \
    --markdown "$root/docs/conformance/lottie-web.md" --json "$work/report.json"
