#!/bin/sh
# Runs a suite for prove, which shows what it writes only at its end: test-<name>. That it begins goes to descriptor 3.
echo "test: $(date +%T) $1 begins" >&3
exec make -s --no-print-directory "$1"
