# Makes modules small for a router's flash, in place: awk -f strip.awk FILE...
# Comments and white space go; within a line with a template or a regular expression it stays.

function is_comment(line) {
	return line ~ (FILENAME ~ /\.lua$/ ? "^--" : "^//") || line == ""
}

# Code without strings.
function tight(code, result, found) {
	while (match(code, / *[]=~!<>?:&|,;+*%{}()[]+ */)) {
		found = substr(code, RSTART, RLENGTH)
		gsub(/ /, "", found)
		result = result substr(code, 1, RSTART - 1) found
		code = substr(code, RSTART + RLENGTH)
	}
	return result code
}

function stripped(line, string, rest, result, start) {
	string = "\"([^\"\\\\]|\\\\.)*\"|'([^'\\\\]|\\\\.)*'"
	rest = line
	gsub(string, "", rest)
	if (rest ~ /[`\/]/) {
		return line
	}
	while (match(line, string)) {
		start = RSTART
		rest = substr(line, start, RLENGTH)
		result = result tight(substr(line, 1, start - 1)) rest
		line = substr(line, start + length(rest))
	}
	return result tight(line)
}

# Whether a line may go on right behind the one before.
function goes_on(line, before) {
	return before == "" || before ~ /[{,([]$/ || line ~ /^[]})]/
}

{ sub(/^[ \t]+/, "") }
/^\/\*/ { in_comment = 1 }
!in_comment && !is_comment($0) {
	line = stripped($0)
	output[FILENAME] = output[FILENAME] (goes_on(line, last[FILENAME]) ? "" : "\n") line
	last[FILENAME] = line
}
/\*\/$/ { in_comment = 0 }

END {
	for (name in output) {
		print output[name] > name
	}
}
