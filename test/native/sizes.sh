#!/bin/sh
# Prints how large each native module is once stripped: sizes.sh MAX DIRECTORY ...
# Exits 1 if one is larger than MAX bytes.
set -eu

max=$1
shift
status=0
stripped=$(mktemp)
trap 'rm -f "$stripped"' EXIT

for directory; do
	for module in "$directory"/sso_login/*.so; do
		strip -o "$stripped" "$module"
		size=$(wc -c <"$stripped")
		verdict=ok
		if [ "$size" -gt "$max" ]; then
			verdict="more than $max"
			status=1
		fi
		echo "$module: $size bytes, $verdict"
	done
done
exit $status
