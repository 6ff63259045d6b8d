#!/bin/sh
# Runs once more, alone, what failed of a suite, whose TAP is in a file:
#
#   .ci/again.sh LOG SUITE [COMMAND...]     COMMAND runs make at the place of the tests
#
# The files that failed run again, or the whole suite where its lines name none. LOG then has the lines of the second run in their
# place, and what passed this time is named as unsteady.
set -eu

log=$1 suite=$2
shift 2
# A suite whose plan is missing or wrong has failed as well.
broken=$(awk '/^not ok/ { failed++ } /^(not )?ok/ { count++ } /^1\.\.[0-9]+/ { plan = substr($1, 4) } /^1\.\.0 # SKIP ./ { skipped = 1 }
	END { print !skipped && (failed || plan == "" || plan != count || !count) }' "$log")
[ "$broken" = 1 ] || exit 0
sed -n 's/^not ok [0-9]* - \([^ ]*\)\.test\.ts: .*/\1/p' "$log" | sort -u >"$log.files"
if grep '^not ok' "$log" | grep -qv '^not ok [0-9]* - [^ ]*\.test\.ts: ' || ! grep -q '^1\.\.' "$log"; then
	: >"$log.files"
fi
files=$(paste -s -d ' ' "$log.files")
echo "$suite: failed, once more alone: ${files:-the whole suite}"
sed -n 's/^not ok [0-9]* - /  /p' "$log"
"$@" make -s --no-print-directory "test-$suite" ${files:+"TESTS=$files"} >"$log.second" 2>&1 || :
awk '
	FILENAME ~ /\.files$/ { again[$0 ".test.ts:"] = some = 1; next }
	{ is_second = FILENAME ~ /\.second$/ }
	/^make.*\*\*\*/ { next }
	/^1\.\.[0-9]/ { if (is_second) plan = substr($1, 4); is_kept = 0; next }
	/^(not )?ok / {
		title = $0
		sub(/^(not )?ok [0-9]+ - /, "", title)
		split(title, words, " ")
		if (!is_second && /^not/) failed[title] = 1
		if (is_second && /^ok/ && title in failed) unsteady = unsteady "# unsteady: " title "\n"
		is_kept = is_second || (some && !(words[1] in again))
		count += is_kept
		second += is_second
	}
	is_kept || is_second
	END {
		# A second run that broke off leaves the whole without a plan.
		if (plan != "" && plan == second) print "1.." count
		printf "%s", unsteady
	}
' "$log.files" "$log" "$log.second" >"$log.whole"
mv "$log.whole" "$log"
rm "$log.files" "$log.second"
