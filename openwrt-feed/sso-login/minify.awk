# Makes modules in Lua or in ucode small for a router's flash:
#
#   awk -v to=FOLDER -v outside=PATTERN -f tokens.awk -f exports.awk -f minify.awk FILE...     writes FOLDER/FILE
#
# Comments, white space and what the grammar can do without go, and a file's own names become one or two letters. All
# variables of one name get one new name, which nothing else in the file has: so scopes need no attention. Members,
# but for exports (exports.awk), and what the language provides keep their names.

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
	declarations[text[at]]++
	is_public_declaration[at] = is_public
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
	} else if (!is_public && text[level] != "(") {
		ends_list[at] = 1
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
		} else if (is_lua && text[at] == "io" && text[at + 2] ~ /^(open|read|write|std.*)$/) {
			# Elsewhere this name is that of the interface to the world.
			fixed["io"] = 1
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

# The most used first, others as they come.
function sort_by(list, size, weight, at, other, item) {
	for (at = 2; at <= size; at++) {
		item = list[at]
		for (other = at - 1; other > 0 && weight[list[other]] < weight[item]; other--) {
			list[other + 1] = list[other]
		}
		list[other + 1] = item
	}
}

function find_names(at, name) {
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
	sort_by(names, name_count, uses)
	for (at = 1; at <= name_count; at++) {
		name = names[at]
		if (!is_lua && name in fixed && name in short) {
			renamed[name] = short[name]
		} else if (name in imported ? (uses[name] - 1) * (length(name) - 2) > 6 : !(name in taken)) {
			renamed[name] = new_name()
		}
	}
}

# Output: dropped are tokens that may be missing, instead has others for some. --------------------------------------------

# How many tokens `local NAME = require("…")` or `local NAME = {}` has; 0 for anything else.
function plain_local(at) {
	return is_require(at) ? 7 : text[at] == "local" && text[at + 2] text[at + 3] text[at + 4] == "={}" ? 5 : 0
}

# Lua: such declarations in a row become one, and a text as the only argument needs no parentheses.
function shorten_lua(at, first, list) {
	if (kind[at] == "string" && is_mark(at - 1, "^[(]$") && is_mark(at + 1, "^)$") && role[at - 2] ~ /^(variable|member)$/) {
		dropped[at - 1] = dropped[at + 1] = 1
	}
	if (plain_local(at) && !dropped[at]) {
		first = at + 1
		list = written(first)
		while (plain_local(at += plain_local(at))) {
			list = list "," written(at + 1)
			dropped[at] = dropped[at + 1] = 1
			instead[at + 2] = ","
		}
		instead[first] = list
	}
}

# Whether a brace opens one simple statement of `if`, `else` or a loop.
function holds_one(at, end) {
	if (!is_mark(at, "^{$") || is_name(at + 1, "^(let|const|if|for|while|switch|try|function)$") || \
			text[at - 1] != "else" && !(is_mark(at - 1, "^)$") && is_name(partner[at - 1] - 1, "^(if|for|while)$"))) {
		return 0
	}
	for (end = at + 1; end < partner[at] && (within[end] != at || text[end] != ";"); end++) {
	}
	return end > at + 1 && end == partner[at] - 1
}

# Whether `function NAME(…) { return …; }` at a module's head can be `let NAME = (…) => …;`: it does not call itself.
function is_arrow(at, open, end, place) {
	if (text[at] != "function" || within[at] || role[at + 1] != "variable" || declarations[text[at + 1]] != 1) {
		return 0
	}
	open = partner[at + 2] + 1
	end = partner[open]
	if (text[open + 1] != "return" || end < open + 3 || text[open + 2] == ";") {
		return 0
	}
	for (place = open + 2; place < end; place++) {
		if (within[place] == open && text[place] == ";" && place < end - 1 || text[place] == text[at + 1]) {
			return 0
		}
	}
	return 1
}

function make_arrow(at, open, end, name) {
	# Not in one step: some awks make the place on the left before they look at the right, which asks for it.
	name = written(at + 1) "="
	open = partner[at + 2] + 1
	end = partner[open]
	instead[at] = text[at - 1] == "export" ? "const" : "let"
	instead[at + 1] = name
	if (partner[at + 2] == at + 4 && kind[at + 3] == "name") {
		dropped[at + 2] = dropped[at + 4] = 1
	}
	instead[open] = "=>"
	dropped[open + 1] = 1
	if (text[end - 1] == ";") {
		dropped[end - 1] = 1
	}
	if (text[open + 2] == "{") {
		instead[open] = "=>("
		instead[end] = ")"
	}
	if (text[at - 1] == "export") {
		dropped[end] = !(end in instead)
	} else {
		dropped[end + 1] = is_declaration(end + 1)
		instead[end] = instead[end] (dropped[end + 1] ? "," : ";")
	}
}

# Whether a declaration begins that may go on with the list of another.
function is_declaration(at) {
	return !within[at] && (is_name(at, "^(let|const)$") || is_arrow(at))
}

function shorten_ucode(at) {
	if (is_arrow(at)) {
		make_arrow(at)
	}
	if (at == 1 && text[1] ~ /^.use strict.$/) {
		dropped[1] = dropped[2] = 1
	} else if (text[at] == "const" && role[at] == "word" && text[at - 1] != "export") {
		instead[at] = "let"
	} else if (is_mark(at, "^=>$") && is_mark(at - 1, "^)$") && partner[at - 1] == at - 3) {
		dropped[at - 1] = dropped[at - 3] = 1
	} else if (holds_one(at)) {
		dropped[at] = dropped[partner[at]] = 1
	} else if (is_mark(at, "^,$") && is_mark(at + 1, "^[]}]$") || is_mark(at, "^;$") && is_mark(at + 1, "^}$") && \
			!dropped[at + 1] && text[at - 1] != "return") {
		dropped[at] = 1
	} else if (ends_list[at] && (is_name(at + 1, "^(let|const)$") || is_arrow(at + 1))) {
		instead[at] = ","
		dropped[at + 1] = 1
	}
}

# ucode finds a module by its path from the file, too: '../base/store.uc'.
function path_to(module, folder, path, target) {
	target = substr(module, 2, length(module) - 2)
	gsub(/[.]/, "/", target)
	folder = file
	sub(/[^\/]*$/, "", folder)
	path = "./"
	while (folder != "" && index(target, folder) != 1) {
		sub(/[^\/]*\/$/, "", folder)
		path = path == "./" ? "../" : path "../"
	}
	path = "'" path substr(target, length(folder) + 1) ".uc'"
	return folder != "" && length(path) < length(module) ? path : module
}

function written(at, name) {
	name = text[at]
	if (!is_lua && kind[at] == "string" && text[at - 1] == "from" && role[at - 1] == "word") {
		return path_to(name)
	}
	if (at in instead) {
		return instead[at]
	}
	if (role[at] == "member" && name in short) {
		return short[name]
	}
	if (role[at] !~ /^(variable|shorthand|import)$/ || !(name in renamed)) {
		return name
	}
	if (role[at] == "import" && !(name in short)) {
		return name " as " renamed[name]
	}
	return (role[at] == "shorthand" ? name ":" : "") renamed[name]
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

function begins_function(at) {
	return text[at] == (is_lua ? "function" : "export")
}

# What a file exports begins lines, which error messages name.
function write(at, token, before, out, space) {
	for (at = 1; at <= count; at++) {
		if (is_lua) {
			shorten_lua(at)
		} else {
			shorten_ucode(at)
		}
	}
	for (at = 1; at <= count; at++) {
		space = gap[at] ? gap[at] : space
		if (dropped[at]) {
			space = space ? space : " "
			continue
		}
		token = written(at)
		if (space && (run_together(before, token) || space == "\n" && out != "" && !within[at] && begins_function(at))) {
			out = out space
		}
		out = out token
		before = token
		space = ""
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
	if (file_number > file_count) {
		find_names()
		write()
		return
	}
	survey()
	if (file_number == file_count) {
		choose_exports()
	}
}

END {
	finish()
}
