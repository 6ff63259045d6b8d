#!/bin/sh
# Runs suites, the targets test-<name> of make: scripts/suites.sh [TIME] OPTION SUITE...
# TIME says how long they take, which otherwise scripts/suite-times.txt does. OPTION is one of prove. The last line is the count of tests.
set -u

time=
case $1 in
-*) ;;
*)
	time=$1
	shift
	;;
esac
option=$1
shift
known="$SHORT_SUITES $LONG_SUITES unit e2e-sample conformance"
for suite; do
	case " $known " in
	*" $suite "*) ;;
	*) echo "SUITES: there is no $suite; there are: $known" >&2; exit 2 ;;
	esac
done

# TESTS names tests of one suite, and each suite refuses those that it does not know.
if [ "${TESTS:-}" ] && [ "$*" = "$SHORT_SUITES" ]; then
	for test in $TESTS; do
		owners=$(find test -mindepth 2 -maxdepth 2 -name "$test.test.ts" | sort | cut -d / -f 2 | paste -s -d ' ')
		first=${owners%% *}
		echo "TESTS: $test is in ${owners:-no suite}; call make test-${first:-<suite>} TESTS=$test" >&2
	done
	exit 2
fi

# How long these suites take one after the other, as far as that is known.
[ "$time" ] || time=$(awk -v wanted="$*" '
	{ seconds[$1] = $2 }
	END {
		count = split(wanted, suites, " ")
		for (n = 1; n <= count; n++) if (suites[n] in seconds) sum += seconds[suites[n]]; else unknown = unknown " " suites[n]
		if (sum) printf "%s s on two idle cores", sum
		if (unknown) printf "%sof unknown time:%s", sum ? ", and " : "", unknown
	}' scripts/suite-times.txt)
# The folder has the output of each suite. One that begins says so, as prove reports only its end.
logs=build/test-logs
rm -rf $logs
echo "test: $# suites; $time. What they write is in $logs/." >&2
for suite; do
	set -- "$@" "test-$suite"
	shift
done
PERL_TEST_HARNESS_DUMP_TAP=$logs prove "$option" --timer --merge --exec scripts/suite.sh "$@" 3>&2
status=$?
for suite; do
	set -- "$@" "$logs/$suite"
	shift
done
exec awk -v status=$status -f scripts/counts.awk "$@"
