# Makes modules in Lua or in ucode small for a router's flash: awk -v to=FOLDER -f minify.awk FILE... writes FOLDER/FILE.
# Comments and white space go, and names that are a file's own become one or two letters.
#
# All variables of one name get one new name, which nothing else in the file has: so scopes need no attention. Members,
# exports and what the language provides keep their names. Of both languages it understands what the service uses;
# anything else ends the build.

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
		set(globals, "_G _VERSION arg assert collectgarbage coroutine debug dofile error gcinfo getfenv getmetatable io ipairs" \
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
	count = around = name_count = tried = 0
	space = ""
	split("", role)
	split("", partner)
	split("", declared)
	split("", fixed)
	split("", imported)
	split("", uses)
	split("", taken)
	split("", renamed)
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

function is_mark(at, marks) {
	return kind[at] == "mark" && text[at] ~ marks
}

function is_name(at, names) {
	return kind[at] == "name" && text[at] ~ names
}

# Roles of names: word of the language, member, variable, shorthand (a member and a variable), import. -------------------

function declare(at, is_public) {
	if (kind[at] != "name" || text[at] in words) {
		fail("'" text[at] "' as a name", at)
	}
	role[at] = "variable"
	if (is_public || text[at] in globals) {
		fixed[text[at]] = 1
	}
	if (!(text[at] in declared)) {
		declared[text[at]] = 1
		names[++name_count] = text[at]
	}
}

function declare_parameters(open, at) {
	for (at = open + 1; at < partner[open]; at++) {
		if (kind[at] == "name") {
			declare(at)
		}
	}
}

# Behind `local`, `for`, `let` or `const`. In ucode a comma behind a value goes on with the list.
function declare_list(at, is_public, level) {
	level = within[at]
	declare(at, is_public)
	while (is_mark(at + 1, "^,$")) {
		declare(at += 2, is_public)
	}
	if (is_lua || !is_mark(at + 1, "^=$")) {
		return
	}
	while (within[++at] != level || !is_mark(at, "^[,;]$")) {
		if (at > count || at == partner[level]) {
			fail("a declaration without an end", at - 1)
		}
	}
	if (text[at] == ",") {
		declare_list(at + 1, is_public)
	}
}

# Behind `function`: a name or none. What Lua's functions are a member of is no name of theirs.
function declare_function(at, is_public) {
	if (kind[at] == "name" && (!is_lua || text[at - 2] == "local")) {
		declare(at, is_public)
	}
	while (kind[at] == "name" || is_mark(at, "^[.]$")) {
		at++
	}
	if (!is_mark(at, "^[(]$")) {
		fail("'" text[at] "' in a function's name", at)
	}
	declare_parameters(at)
}

# import * as NAME from …; import { NAME, … } from …; export { NAME, NAME as MEMBER };
function declare_modules_names(at, is_import) {
	is_import = text[at] == "import"
	if (is_import && is_mark(at + 1, "^[*]$") && text[at + 2] == "as") {
		declare(at + 3)
		role[at + 2] = role[at + 4] = "word"
		return
	}
	for (at += 2; !is_mark(at - 1, "^}$"); at += 2) {
		if (kind[at] != "name" || !is_mark(at + 1, "^[,}]$") && (is_import || text[at + 1] != "as")) {
			fail("'" text[at] " " text[at + 1] "'", at)
		}
		role[at] = is_import ? "import" : "variable"
		if (is_import) {
			declare(at)
			role[at] = "import"
			fixed[text[at]] = 1
		} else if (text[at + 1] == "as") {
			role[at + 1] = "word"
			role[at += 2] = "member"
		} else {
			fixed[text[at]] = 1
		}
	}
	if (is_import) {
		role[at] = "word"
	}
}

# Whether a brace of ucode encloses members, not statements.
function is_object(at) {
	if (is_mark(at - 1, "^[[(,=:?&|]$") || is_name(at - 1, "^return$")) {
		return 1
	}
	if (!is_mark(at - 1, "^([;{})]|=>)$") && !is_name(at - 1, "^(else|try)$")) {
		fail("the brace behind '" text[at - 1] "'", at)
	}
	return 0
}

function role_of(at, next_mark) {
	if (is_mark(at - 1, is_lua ? "^[.:]$" : "^[?]?[.]$")) {
		return "member"
	}
	if (text[at] in words) {
		return "word"
	}
	next_mark = kind[at + 1] == "mark" ? text[at + 1] : ""
	if (!is_mark(at - 1, "^[{,;]$") || !is_mark(within[at], "^{$")) {
		return "variable"
	}
	if (is_lua) {
		return next_mark == "=" ? "member" : "variable"
	}
	if (!is_object(within[at])) {
		return "variable"
	}
	if (next_mark !~ /^[:,}]$/) {
		fail("the member '" text[at] "'", at)
	}
	return next_mark == ":" ? "member" : "shorthand"
}

function find_roles(at, is_public) {
	for (at = 1; at <= count; at++) {
		is_public = text[at - 1] == "export"
		if (is_mark(at, "^=>$") && kind[at - 1] == "name") {
			declare(at - 1)
		} else if (is_mark(at, "^=>$")) {
			declare_parameters(partner[at - 1])
		} else if (kind[at] != "name" || role[at] || is_mark(at - 1, "^[?]?[.]$")) {
			continue
		} else if (text[at] == "function") {
			declare_function(at + 1, is_public)
		} else if (is_lua ? text[at] ~ /^(local|for)$/ && text[at + 1] != "function" : text[at] ~ /^(let|const)$/) {
			declare_list(at + 1, is_public)
		} else if (!is_lua && text[at] == "catch") {
			declare_parameters(at + 1)
		} else if (!is_lua && (text[at] == "import" || text[at] == "export" && text[at + 1] == "{")) {
			declare_modules_names(at)
		}
	}
	for (at = 1; at <= count; at++) {
		if (kind[at] == "name" && !role[at]) {
			role[at] = role_of(at)
		}
	}
}

# New names ----------------------------------------------------------------------------------------------------------------

# Free names in turn: a to Z, aa to ZZ.
function new_name(letters, name) {
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	do {
		name = (tried >= 52 ? substr(letters, int(tried / 52), 1) : "") substr(letters, tried % 52 + 1, 1)
		tried++
	} while (name in taken || name in words)
	return name
}

function find_names(at, other, name) {
	for (at = 1; at <= count; at++) {
		if (role[at] ~ /^(variable|shorthand|import)$/) {
			uses[text[at]]++
			if (text[at] in fixed || !(text[at] in declared)) {
				taken[text[at]] = 1
			}
			if (role[at] == "import") {
				imported[text[at]] = 1
			}
		}
	}
	# Those in use most get the shortest.
	for (at = 2; at <= name_count; at++) {
		name = names[at]
		for (other = at - 1; other > 0 && uses[names[other]] < uses[name]; other--) {
			names[other + 1] = names[other]
		}
		names[other + 1] = name
	}
	for (at = 1; at <= name_count; at++) {
		name = names[at]
		if (name in imported ? (uses[name] - 1) * (length(name) - 2) > 6 : !(name in taken)) {
			renamed[name] = new_name()
		}
	}
}

# Output -------------------------------------------------------------------------------------------------------------------

function written(at, name) {
	name = text[at]
	if (!is_lua && name == "const" && role[at] == "word" && text[at - 1] != "export") {
		return "let"
	}
	if (role[at] !~ /^(variable|shorthand|import)$/ || !(name in renamed)) {
		return name
	}
	return (role[at] == "shorthand" ? name ":" : role[at] == "import" ? name " as " : "") renamed[name]
}

# Whether two tokens would be read as one, or as others, with nothing between them.
function run_together(before, after) {
	if (before ~ /[A-Za-z0-9_]$/) {
		return after ~ /^[A-Za-z0-9_]/ || before ~ /[0-9]$/ && after ~ /^[.]/
	}
	if (after ~ /^[[]/) {
		return before ~ /[[]$/
	}
	return before ~ /[-+*\/%<>=!~&|^?:.]$/ && after ~ /^[-+*\/%<>=~&|^?:.]/ && (after != "-" || before == "-")
}

# Line breaks stay where a space would have to, and between functions: error messages name lines.
function write(at, token, before, out) {
	for (at = 1; at <= count; at++) {
		token = written(at)
		if (out != "" && gap[at] && (run_together(before, token) || gap[at] == "\n" && !within[at] && (!partner[at] || partner[at] > at))) {
			out = out gap[at]
		}
		out = out token
		before = token
	}
	print out >(to "/" file)
	close(to "/" file)
}

function finish() {
	if (failed || !count) {
		return
	}
	if (around) {
		fail("'" text[around] "', which nothing closes", around)
	}
	find_roles()
	find_names()
	write()
}

END {
	finish()
}
