#!/bin/sh
# Runs a suite for prove, which shows what it writes only at its end: test-<name>. That it begins, and each failure, goes to descriptor 3.
suite=$1
echo "test: $(date +%T) $suite begins" >&3
exec 4>&1
status=$({
	{ make -s --no-print-directory "$suite" 2>&1; echo $? >&5; } |
		awk -v suite="$suite" '{ print } /^not ok/ { print "test: " suite ": " $0 | "cat >&3"; close("cat >&3") }' >&4
} 5>&1)
exit "$status"
