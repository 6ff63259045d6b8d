'use strict';
// Generated from src/ucode/io/link.uc by "make ucode"; do not edit.

// Links the modules of a compiled piece: what nothing in the piece uses is left out, since the interpreter takes some 10 000 instructions
// to load a function. A name counts as used where its word stands, so that too much stays and never too little. The counterpart in Lua is
// src/lua/io/link.ts.

/** A part of a module that stays or goes as a whole, with its words and what it loads late. */
function part_of(text) {
	const part = { text, words: {}, late: [] };
	for (let found in match(text, /[A-Za-z_][A-Za-z_0-9]*/g) ?? []) {
		part.words[found[0]] = true;
	}
	for (let found in match(text, /load_module\('([a-z_0-9.]+)'\)(\.([a-z_0-9]+))?/g) ?? []) {
		push(part.late, { from: found[1], name: found[3] });
	}
	return part;
}

/** A module by its top-level statements: the place of each name, of what is exported and of what has no name; and its imports by name. */
function parse(source) {
	const module = { parts: [], names: {}, exported: [], nameless: [], imports: {} };
	const add = (text) => {
		const imported = match(text, /^import (\* as ([a-z_0-9]+)|\{ (.*) \}) from '([^']+)';/);
		for (let name in imported ? split(imported[2] ?? imported[3], ", ") : []) {
			const words = split(name, " as ");
			const what = imported[2] ? "* as " + name : `{ ${name} }`;
			module.imports[words[1] ?? name] = { from: imported[4], name: imported[2] ? null : words[0], what };
		}
		if (imported) {
			return;
		}
		const named = match(text, /^(export )?(function|const|let) ([A-Za-z_0-9]+)/);
		if (named) {
			module.names[named[3]] = length(module.parts);
		}
		if (!named || named[1]) {
			push(named ? module.exported : module.nameless, length(module.parts));
		}
		push(module.parts, part_of(text));
	};
	let text = "";
	for (let line in split(source, "\n")) {
		if (match(line, /^(import|export|function|const|let) /)) {
			add(text);
			text = line;
		} else {
			text += "\n" + line;
		}
	}
	add(text);
	return module;
}

const parsed = {};

/**
 * The modules of a piece by name, each with its `text` without imports and with those `imports`: the `members` that `program` exports, or
 * all, and of each module in `others`, which is loaded late, what the rest calls. `late` names the modules that are loaded late and that
 * the piece has, `missing` has the loads of others: the module `from`, and the member `name`, or null for all.
 */
export function link(program, members, others, source_of) {
	const modules = {};
	const waiting = [];
	const wait = (module, at) => {
		if (!module.kept[at]) {
			module.kept[at] = true;
			push(waiting, [ module, at ]);
		}
	};
	const need = (name, member) => {
		parsed[name] = parsed[name] ?? parse(source_of(name));
		const places = modules[name] ? [] : parsed[name].nameless;
		modules[name] = modules[name] ?? { ...parsed[name], kept: {}, used: {} };
		const place = member ? modules[name].names[member] : null;
		for (let at in [ ...places, ...(place === null ? modules[name].exported : [ place ]) ]) {
			wait(modules[name], at);
		}
	};
	const loads = [];
	const keep = (module, at) => {
		for (let word in module.parts[at].words) {
			const imported = module.imports[word];
			if (module.names[word] !== null) {
				wait(module, module.names[word]);
			} else if (imported && !module.used[word]) {
				module.used[word] = true;
				need(imported.from, imported.name);
			}
		}
		for (let load in module.parts[at].late) {
			push(loads, load);
		}
	};
	const late = {};
	for (let member in members ?? [ null ]) {
		need(program, member);
	}
	need("sso_login.ecma", "have_loaded");
	let done = 0;
	while (done < length(waiting)) {
		keep(waiting[done][0], waiting[done][1]);
		done = done + 1;
		for (let load in done == length(waiting) ? loads : []) {
			if (load.from in others || modules[load.from]) {
				need(load.from, load.name);
				late[load.from] = true;
			}
		}
	}
	const linked = {};
	for (let name, module in modules) {
		let text = "";
		for (let at, part in module.parts) {
			text += module.kept[at] ? part.text + "\n" : "";
		}
		linked[name] = { text, imports: map(keys(module.used), (word) => module.imports[word]) };
	}
	return { linked, late: keys(late), missing: filter(loads, (load) => !late[load.from]) };
};
