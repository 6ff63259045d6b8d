#!/bin/bash
# Runs README.md's two commands, `make demo` and `make test`, and what failed once more:
#
#   .ci/readme.sh LOGS FOLDER COMMAND...     COMMAND runs a program in the checkout FOLDER
#
# LOGS gets the TAP of each suite, test-<name>, and in `seconds` how long `make test` took.
set -euo pipefail

logs=$1 folder=$2
shift 2
again=$(dirname "$(realpath "$0")")/again.sh

# A command as a suite of one test. 1: name  2...: command
single() {
	name=$1
	shift
	{
		echo 1..1
		if "$@" >"$logs/$name.log" 2>&1; then
			echo "ok 1 - $name"
		else
			echo "not ok 1 - $name"
			tail -n 40 "$logs/$name.log" | sed 's/^/# /'
		fi
	} >"$logs/test-$name"
}

echo "make demo"
single demo "$@" make demo
echo "make test"
begun=$SECONDS
"$@" make test >"$logs/test.log" 2>&1 || :
echo $((SECONDS - begun)) >"$logs/seconds"
grep -E '^(\[[0-9:]+\] test-|make)' "$logs/test.log" || :
cp "$folder/build/test-logs/"test-* "$logs/" || echo "not ok 1 - make test wrote no logs" >"$logs/test-logs"
for log in "$logs"/test-*; do
	suite=${log##*/test-}
	[ "$suite" = demo ] || "$again" "$log" "$suite" "$@"
done
# Generated files are those that are committed.
single unchanged "$@" sh -c 'git status --porcelain >build/changes; cat build/changes; ! [ -s build/changes ]'
