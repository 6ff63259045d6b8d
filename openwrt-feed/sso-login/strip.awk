# SPDX-License-Identifier: Apache-2.0
# awk -f strip.awk FILE: prints a module in Lua or ucode without comments, indentation and empty lines, else as it is.
#
# It knows what the generators write: a string, a template or a regular expression ends on its line, and a block comment
# has its lines to itself. Anything else ends the build, with file and line. A comment that names a licence stays. In ucode one
# tab stays of indentation: io/link sees by it what is inside of a declaration.

function fail(problem) {
	print FILENAME ":" FNR ": strip.awk does not understand " problem >"/dev/stderr"
	in_block = 0
	exit 1
}

# The length of the division sign, string, template or regular expression that begins the text.
function token_length(text) {
	if (text ~ /^\// && code ~ /[])A-Za-z0-9_] *$/ && code !~ /(^|[^A-Za-z0-9_.])(return|case|in|else) *$/) {
		return 1
	}
	if (match(text, /^"([^"\\]|\\.)*"/) || match(text, /^'([^'\\]|\\.)*'/) ||
			match(text, /^`([^`\\$]|\\.|[$][{]([^{}`"'\/]|"[^"\\]*")*[}])*`/) ||
			code ~ /[(,=:] *$/ && match(text, /^\/([^\/\\[]|\\.|[[]\^?]?([^]\/\\]|\\.)+[]])+\//)) {
		return RLENGTH
	}
	fail(text)
}

{
	is_lua = FILENAME ~ /[.]lua$/
	code = ""
	rest = $0
	gsub(/^[ \t]+|[ \t\r]+$/, "", rest)
	is_licence = rest ~ /SPDX-License-Identifier|Copyright/
	if (in_block || !is_lua && rest ~ /^\/[*]/) {
		in_block = rest !~ /[*]\/$/
		if (is_licence || rest ~ /[*]\/./) {
			fail("code or a licence in a block comment: " rest)
		}
		next
	}
	while (match(rest, is_lua ? "[\"']|--|[[]=*[[]" : "[\"'`/]")) {
		code = code substr(rest, 1, RSTART - 1)
		rest = substr(rest, RSTART)
		if (rest ~ (is_lua ? "^--([^[]|$)" : "^//")) {
			rest = code == "" && is_licence ? rest : ""
			sub(/[ \t]+$/, "", code)
			break
		}
		size = token_length(rest)
		code = code substr(rest, 1, size)
		rest = substr(rest, size + 1)
	}
	if (code rest != "") {
		print (!is_lua && /^[ \t]/ ? "\t" : "") code rest
	}
}

END {
	if (in_block) {
		fail("a block comment without an end")
	}
}
