'use strict';
// Generated from src/ucode/ecma.uc by "make ucode"; do not edit.

// ECMAScript's members that ucode's functions of like name do not do the same way.

const loaded = {};

/**
 * A module's exports; it is loaded at the first call, compiled where io/code found it so; `import` loads only at the head
 * of a file. Modules that it imports are loaded anew, even where they are loaded already: none of ours minds.
 */
export function load_module(name) {
	const compiled = global.sso_login_code;
	loaded[name] = loaded[name] ?? (compiled ? compiled(name) : null) ?? loadstring(`import * as module from '${name}'; return module;`)();
	return loaded[name];
};

/** Tells of modules that a compiled piece has loaded with its program (io/compile). */
export function have_loaded(modules) {
	for (let name, module in modules) {
		loaded[name] = module;
	}
};

/** A text as a member's name, which would end at a NUL and could be taken for another member's. */
export function key_of(text) {
	return index(text, "\0") < 0 ? text : join("\\0", split(text, "\0"));
};

/** Whether ECMAScript calls a value's type `number`. */
export function is_number(value) {
	return type(value) == "int" || type(value) == "double";
};

/** Whether ECMAScript calls a value's type `object`; null is none here. */
export function has_members(value) {
	return type(value) == "object" || type(value) == "array";
};

/** The greatest whole number that is not above n. */
export function floor(n) {
	const whole = int(n);
	return whole > n ? whole - 1 : whole;
};

/** The least whole number that is not below n. */
export function ceil(n) {
	const whole = int(n);
	return whole < n ? whole + 1 : whole;
};

/** One byte, or "" outside the text; substr would count a negative place from the end. */
export function char_at(text, at) {
	return at < 0 ? "" : substr(text, at, 1);
};

/** The value of one byte, or not a number outside: null would count as 0 in a comparison. */
export function char_code_at(text, at) {
	return at < 0 ? NaN : ord(text, at) ?? NaN;
};

/** The bytes from one place up to another; both are taken into the text and put in order. */
export function substring(text, from, to) {
	const first = from > 0 ? from : 0;
	if (to === null) {
		return substr(text, first);
	}
	return to > first ? substr(text, first, to - first) : from > to ? substring(text, to, from) : "";
};

/** The bytes from one place up to another. */
export function text_slice(text, from, to) {
	return substr(text, from, max(0, (to ?? length(text)) - from));
};

/** The first place of a text at or after another, or -1. */
export function index_of(text, wanted, from) {
	if (!from) {
		return index(text, wanted);
	}
	const at = index(substr(text, from), wanted);
	return at < 0 ? -1 : at + from;
};

export function starts_with(text, start) {
	return substr(text, 0, length(start)) === start;
};

export function ends_with(text, end) {
	const at = length(text) - length(end);
	return at >= 0 && substr(text, at) === end;
};

/** In lower case. lc() itself ends at a NUL, so that a text would seem equal to its beginning. */
export function lower(text) {
	return index(text, "\0") < 0 ? lc(text) : join("\0", map(split(text, "\0"), (part) => lc(part)));
};

/** In upper case; uc() itself ends at a NUL. */
export function upper(text) {
	return index(text, "\0") < 0 ? uc(text) : join("\0", map(split(text, "\0"), (part) => uc(part)));
};

/** Whether two values are equal as `===` says: numbers by value, be they integers or doubles. */
export function same(a, b) {
	const numbers = ["int", "double"];
	return a === b || (type(a) in numbers && type(b) in numbers && a == b);
};

export function array_index_of(list, wanted) {
	for (let i = 0; i < length(list); i++) {
		if (same(list[i], wanted)) {
			return i;
		}
	}
	return -1;
};

export function array_includes(list, wanted) {
	return array_index_of(list, wanted) >= 0;
};

export function array_some(list, test) {
	for (let item in list) {
		if (test(item)) {
			return true;
		}
	}
	return false;
};

export function array_every(list, test) {
	for (let item in list) {
		if (!test(item)) {
			return false;
		}
	}
	return true;
};

export function array_find(list, test) {
	for (let item in list) {
		if (test(item)) {
			return item;
		}
	}
	return null;
};
