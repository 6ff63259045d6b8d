# Prints failures of suites, from the TAP that each left in a file; then their counts, and those of all as the last line.
# A suite without a plan, with other tests than planned, or that broke without a failed test counts as failed; one that
# skips itself (`1..0 # SKIP why`) as skipped. What was skipped is told by its reason; with NOTHING_SKIPPED=1 it is a failure, but
# for reasons in which MAY_BE_SKIPPED, a regular expression, is found.
# `status` is what prove ended with.
function counts(passed, failed, skipped) {
	return passed + 0 " passed, " failed + 0 " failed" (skipped ? ", " skipped " skipped" : "")
}

function skip(reason) {
	skipped++
	if (!ENVIRON["MAY_BE_SKIPPED"] || reason !~ ENVIRON["MAY_BE_SKIPPED"]) is_wrong = ENVIRON["NOTHING_SKIPPED"] == "1"
}

function end_suite() {
	if (!why && (plan < 1 || plan != passed + failed + skipped)) problem = plan == "" ? " - no plan" : " - planned: " plan
	if (problem && !failed++) system("tail -n 40 '" file "'")
	if (why) skip(why)
	sub(/.*\/test-/, "", file)
	lines = lines sprintf("%-18s %s%s%s\n", file, counts(passed, failed, skipped), problem, why)
	for (reason in reasons) lines = lines sprintf("%-18s %s skipped:%s\n", "", reasons[reason], reason)
	split("", reasons)
	sum["passed"] += passed; sum["failed"] += failed; sum["skipped"] += skipped
	plan = why = problem = ""
	passed = failed = skipped = shows = 0
}

FNR == 1 && file { end_suite() }
!/^ok/ && /^#.*The disk is full|ENOSPC|[Nn]o space left/ { is_full = 1 }
{ seen[file = FILENAME] = 1 }
/^ok/ { if (/# SKIP/) { sub(/.*# SKIP/, ""); skip($0); reasons[$0]++ } else passed++ }
/^not ok/ { failed++ }
/^(not )?ok|^1\.\./ { shows = /^not/ }
/^1\.\.[0-9]+/ { plan = substr($1, 4); if (/# SKIP ./) why = " - " $0 }
/^make.*\*\*\*/ && !failed { problem = " - " $0 }
shows { print }
END {
	if (file) end_suite()
	for (i = 1; i < ARGC; i++) if (!(ARGV[i] in seen) && (file = ARGV[i])) end_suite()
	if (status && !sum["failed"]) sum["failed"] = 1
	printf "%s", lines
	if (is_full && sum["failed"]) print "The disk is full: see df -h . " (ENVIRON["TMPDIR"] ? ENVIRON["TMPDIR"] : "/tmp") ", free 3 GB, and run the same command again."
	if (is_wrong) print "NOTHING_SKIPPED=1, but something was skipped"
	print counts(sum["passed"], sum["failed"], sum["skipped"])
	exit sum["failed"] > 0 || is_wrong
}
