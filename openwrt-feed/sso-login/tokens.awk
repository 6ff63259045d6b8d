# Takes modules in Lua or ucode apart, for minify.awk: finish() is called when all tokens of a file are there. Of both
# languages it understands what the service uses; anything else ends the build.

function fail(problem, at) {
	print file ":" (at ? line[at] : FNR) ": minify.awk does not understand " problem >"/dev/stderr"
	failed = 1
	exit 1
}

function set(result, words, parts, at) {
	for (at = split(words, parts, " "); at > 0; at--) {
		result[parts[at]] = 1
	}
}

BEGIN {
	if (to == "") {
		fail("a call without -v to=FOLDER")
	}
	is_lua = ARGV[1] ~ /\.lua$/
	if (is_lua) {
		set(words, "and break do else elseif end false for function if in local nil not or repeat return then true until while")
		set(globals, "_G _VERSION arg assert collectgarbage coroutine debug dofile error gcinfo getfenv getmetatable ipairs" \
			" load loadfile loadstring math module newproxy next os package pairs pcall print rawequal rawget rawset require" \
			" select setfenv setmetatable string table tonumber tostring type unpack xpcall")
	} else {
		set(words, "break case catch const continue default delete elif else endfor endfunction endif endwhile export false" \
			" for function if import in let null return switch this true try while")
		set(globals, "ARGV Infinity NaN REQUIRE_SEARCH_PATH SCRIPT_NAME arrtoip assert b64dec b64enc call chr clock die" \
			" exists exit filter gc getenv global gmtime hex hexdec hexenc include index int iptoarr join json keys lc length" \
			" loadfile loadstring localtime ltrim map match max min modules ord pop print printf proto push regexp render" \
			" replace require reverse rindex rtrim shift signal sleep slice sort sourcepath splice split sprintf substr" \
			" system time timegm timelocal trace trim type uc uchr uniq unshift values warn wildcard")
	}
}

# Tokens. kind: name, number, mark, or string, which a template's text and a regular expression are, too; gap: the white
# space before; within: the opening token around it, or 0; partner of brackets, and in Lua of what `end` and `until` end. --

function leave(openers) {
	if (!around || !index(" " openers " ", " " text[around] " ")) {
		fail("'" text[count] "', which closes nothing")
	}
	partner[count] = around
	partner[around] = count
	around = within[count] = within[around]
}

function add(its_kind, size, token, is_word) {
	token = text[++count] = substr(rest, 1, size)
	rest = substr(rest, size + 1)
	line[count] = FNR
	kind[count] = its_kind
	gap[count] = space
	space = ""
	within[count] = around
	is_word = is_lua && its_kind == "name"
	if (its_kind == "mark" && token ~ /^[])}]$/) {
		leave(token == "]" ? "[" : token == ")" ? "(" : "{")
	} else if (is_word && token ~ /^(end|until)$/) {
		leave(token == "end" ? "function if do" : "repeat")
	}
	if (its_kind == "mark" && token ~ /^[[({]$/ || is_word && token ~ /^(function|if|do|repeat)$/) {
		around = count
	}
}

# A template's text up to its end, or to a `${`, whose `}` the text goes on behind.
function add_template() {
	if (!match(rest, /^[`}]([^`\\$]|\\.)*(`|\$\{)/)) {
		fail("this template")
	}
	if (rest ~ /^}/) {
		around = within[around]
	}
	add("string", RLENGTH)
	if (text[count] ~ /\$\{$/) {
		around = count
	}
}

function begins_regexp() {
	if (kind[count] == "mark" ? text[count] == "}" : text[count] == "return") {
		fail("this slash")
	}
	return kind[count] == "mark" && text[count] !~ /^[])]$/
}

FNR == 1 {
	finish()
	file = FILENAME
	file_number++
	count = around = name_count = tried = 0
	space = ""
	split("", text)
	split("", kind)
	split("", gap)
	split("", within)
	split("", role)
	split("", partner)
	split("", declared)
	split("", fixed)
	split("", imported)
	split("", uses)
	split("", taken)
	split("", renamed)
	split("", modules)
	split("", declarations)
	split("", is_public_declaration)
	split("", ends_list)
	split("", dropped)
	split("", instead)
}

{
	rest = $0
	while (rest != "") {
		if (in_comment) {
			in_comment = !match(rest, /\*\//)
			rest = in_comment ? "" : substr(rest, RSTART + 2)
		} else if (match(rest, /^[ \t]+/)) {
			space = space ? space : " "
			rest = substr(rest, RLENGTH + 1)
		} else if (rest ~ (is_lua ? "^--([^[]|$)" : "^//")) {
			rest = ""
		} else if (!is_lua && rest ~ /^\/\*/) {
			in_comment = 1
			rest = substr(rest, 3)
		} else if (match(rest, /^[A-Za-z_][A-Za-z0-9_]*/)) {
			add("name", RLENGTH)
		} else if (match(rest, /^[0-9][0-9A-Za-z]*(\.[0-9]+)?/)) {
			add("number", RLENGTH)
		} else if (match(rest, /^("([^"\\]|\\.)*"|'([^'\\]|\\.)*')/)) {
			add("string", RLENGTH)
		} else if (!is_lua && (rest ~ /^`/ || rest ~ /^}/ && text[around] ~ /\$\{$/)) {
			add_template()
		} else if (!is_lua && rest ~ /^\// && begins_regexp() && match(rest, /^\/([^\/\\]|\\.)+\/[gis]*/)) {
			add("string", RLENGTH)
		} else if (rest ~ (is_lua ? "^(--|[\"'`$\\\\@]|\\[=*\\[)" : "^[\"'`$\\\\@#]")) {
			fail("'" rest "'")
		} else {
			match(rest, /^(\.\.\.|\.\.|\?\.|=>|[=!~<>]==?|.)/)
			add("mark", RLENGTH)
		}
	}
	space = "\n"
}
