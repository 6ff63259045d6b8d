# Short names for exports, for minify.awk. All files are read twice: first to find those exports that our modules alone ask
# for, each time as NAME of an import. All of one name get one new one, a letter and a number, which nothing else has.
# Files that match `outside` are asked by others, too: what they export keeps its name, wherever it stands.

BEGIN {
	file_count = ARGC - 1
	for (at = 1; at <= file_count; at++) {
		ARGV[file_count + at] = ARGV[at]
	}
	ARGC = 2 * file_count + 1
}

# In Lua: local NAME = require ( "…" )
function is_require(at) {
	return text[at] == "local" && text[at + 2] == "=" && text[at + 3] == "require" && kind[at + 5] == "string"
}

# In Lua: local NAME, NAME = require ( "sso_login.use" ) ( "…", "…" )
function find_used(at, equals) {
	for (equals = at + 2; text[equals] == ","; equals += 2) {
	}
	if (text[equals + 1] == "require" && text[equals + 3] == "\"sso_login.use\"") {
		for (; at < equals; at += 2) {
			modules[text[at + 1]] = 1
		}
	}
}

# Which variables are modules of ours, and nothing else in this file.
function find_modules(at, name) {
	for (at = 1; at <= count; at++) {
		if (is_lua && text[at] == "local") {
			find_used(at)
		}
		if (is_lua && is_require(at) && text[at + 5] ~ /^"sso_login[.]/ && text[at + 7] !~ /^[.[(:]$/) {
			modules[text[at + 1]] = 1
		} else if (is_lua && text[at] == "local" && text[at + 1] == "M" && text[at + 3] text[at + 4] == "{}") {
			modules["M"] = 1
		} else if (!is_lua && text[at] == "import" && text[at + 1] == "*") {
			modules[text[at + 3]] = 1
		}
	}
	for (name in modules) {
		if (declarations[name] != 1) {
			delete modules[name]
		}
	}
}

function is_of_module(at) {
	return is_mark(at - 1, "^[.]$") && role[at - 2] == "variable" && text[at - 2] in modules
}

function note_export(name) {
	if (file ~ outside) {
		elsewhere[name] = 1
	} else if (!(name in known)) {
		known[name] = 1
		exports[++export_count] = name
	}
	asked[name]++
}

function survey(at, name) {
	find_modules()
	for (at = 1; at <= count; at++) {
		name = text[at]
		if (kind[at] == "string") {
			elsewhere[substr(name, 2, length(name) - 2)] = 1
		} else if (kind[at] == "name") {
			if (name ~ /^[A-Za-z][0-9]+$/) {
				elsewhere[name] = 1
			}
			if (role[at] == "import") {
				asked[name]++
			} else if (is_of_module(at)) {
				if (is_lua && text[at - 2] == "M") {
					note_export(name)
				}
				asked[name]++
			} else if (role[at] == "member" || role[at] == "shorthand") {
				elsewhere[name] = 1
			} else if (is_public_declaration[at]) {
				note_export(name)
			}
		}
	}
}

# The new names, the shortest for those that are asked for most. Both orders are that of the files.
function choose_exports(at, letters, name) {
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	sort_by(exports, export_count, asked)
	for (at = 1; at <= export_count; at++) {
		if (!(exports[at] in elsewhere) && length(exports[at]) > 2) {
			do {
				name = substr(letters, export_tried % 52 + 1, 1) int(export_tried / 52)
				export_tried++
			} while (name in elsewhere)
			short[exports[at]] = name
		}
	}
}
