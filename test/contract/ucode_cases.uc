// Behaviour of ucode's language, its global functions and its modules, as far as the service uses them or could stumble over
// them. Each case has the value that it gives, as %J writes it, or what it throws; sources that are refused are below.
// Writes TAP. See README.md for how it is run on the stand-in and on a real program.

import * as fs from 'fs';
import * as uci from 'uci';
import * as ubus from 'ubus';

const root = ARGV[0];
let count = 0;
let failures = 0;

function report(name, problem) {
	count++;
	printf("%s %d - ucode: %s\n", problem ? "not ok" : "ok", count, name);

	if (problem) {
		failures++;
		printf("# %s\n", join("\n# ", split(problem, "\n")));
	}
}

function put(path, text) {
	const file = fs.open(path, "w");
	file.write(text);
	return file.close();
}

/** A case: its value as JSON. */
function gives(expected, name, run) {
	let found;

	try {
		found = sprintf("%J", run());
	}
	catch (error) {
		found = `throws ${error.type}: ${error.message}`;
	}

	report(name, found !== expected ? `expected ${expected}\nfound    ${found}` : null);
}

/** A source and its value as JSON. */
function runs(expected, source) {
	gives(expected, split(source, "\n")[0], () => loadstring(source)());
}

/** A source that does not compile; part of the reason. */
function refuses(reason, source) {
	let found = "it compiles";

	try {
		loadstring(source);
	}
	catch (error) {
		found = error.message;
	}

	report(`refuses ${split(source, "\n")[0]}`, index(found, reason) < 0 ? `expected ${reason}\nfound    ${found}` : null);
}

// Items and members ------------------------------------------------------------------------------------------------------

gives('[ 1, -1 ]', 'the place of an item', () => [index(["a", "b"], "b"), index([], "b")]);
gives('throws Type error: (null) is not iterable', 'what is no array within an array', () => [...null, ...["a"]]);
gives('[ true, { "b": 2 } ]', 'a member is taken away', () => {
	const record = { a: 1, b: 2 };
	return [delete record["a"], record];
});

// Numbers ----------------------------------------------------------------------------------------------------------------

gives('[ 3, -3, 3.5, 3.5, 1, -1, 1.5 ]', 'integers divide to integers, doubles to doubles', () =>
	[7 / 2, -7 / 2, 7.0 / 2, 7 / 2.0, 7 % 2, -7 % 2, 7.5 % 2]);

// Comparisons and truth --------------------------------------------------------------------------------------------------

gives('[ true, false, true, false, false, true ]', '== and === of numbers', () =>
	[1 == 1.0, 1 === 1.0, 1.0 === 1.0, "1" === 1, 1 === 2, 1 !== 1.0]);
gives('[ false, false, true, false, true ]', '== of null and booleans', () =>
	[null == 0, null == false, null == null, null == "", true == 1]);
gives('[ true, true, true ]', 'order of texts', () =>
	["a" < "b", "10" < "9", "B" < "a"]);
gives('[ false, true ]', 'bytes from 0x80 on come last', () => ["\u00e9" < "z", "z" < "\u00e9"]);
gives('[ false, false, true ]', 'texts with NUL are compared to their end', () =>
	["a\u0000b" == "a\u0000c", "a\u0000b" === "a", "a\u0000b" < "a\u0000c"]);
gives('[ true, false, true, false, false, false, true ]', 'in', () =>
	["a" in ["a"], 1 in [1.0], "a" in { a: null }, "b" in {}, "a" in "abc", 7 in ["7"], null in [null]]);

// Texts -------------------------------------------------------------------------------------------------------------------

gives('[ "ab", 2, "AB" ]', 'lc and uc end at a NUL', () => [lc("AB\u0000CD"), length(lc("AB\u0000CD")), uc("ab\u0000c")]);
gives('[ [ "a", "b", "", "c" ], [ "" ], [ "", "" ], null, [ "a", "b" ] ]', 'split', () =>
	[split("a,b,,c", ","), split("", ","), split(",", ","), split(null, ","), split("a\u0000b", "\u0000")]);
gives('[ "abd", "\\u0000bcd", "", "d%", "ab", 4, "" ]', 'ltrim and rtrim', () =>
	[ltrim("ccabd", "c"), ltrim("a\u0000bcd", "ba"), ltrim("aa", "a"), ltrim("-]d%", "]^-"), rtrim("ab==", "="),
		length(rtrim("ab\u0000c=", "=")), rtrim("", "=")]);
gives('[ [ "a", "b", "c" ], [ "", "a", "" ], [ "x", "y", "z", "" ], null ]', 'split by a regular expression', () =>
	[split("a\tb,c", /[\t,]/), split(",a,", /,/), split("x[y]{z}", /[][{}:," \t\r\n]+/), match("atb", /[\t]/)]);
gives('[ "aZb", "a--b", [ [ "X", "X", null ] ] ]', 'replace', () => {
	const seen = [];
	replace("aXb", /(X)(y)?/g, (all, first, second) => { push(seen, [all, first, second]); return "-"; });
	return [replace("a\\u0000b", /\\\\|\\u0000/g, found => found == "\\u0000" ? "Z" : found), replace("aXXb", /X/g, "-"), seen];
});

// printf -------------------------------------------------------------------------------------------------------------------

gives('[ "a", "(null)", "1.5", "[ 1 ]", "ab   |", "   ab", "abc" ]', '%s ends at a NUL', () => [
	sprintf("%s", "a\u0000b"), sprintf("%s", null), sprintf("%s", 1.5), sprintf("%s", [1]), sprintf("%-5s|", "ab"),
	sprintf("%5s", "ab"), sprintf("%.3s", "abcdef")
]);
gives('"{ \\"b\\": null, \\"a\\": [ ], \\"o\\": { }, \\"t\\": \\"\\\\u0001\\\\n/é\\" }"', '%J', () =>
	sprintf("%J", { b: null, a: [], o: {}, t: "\u0001\n/é" }));

// Arrays and objects ------------------------------------------------------------------------------------------------------

gives('[ [ "a" ], true, 1, [ "true", "1.5", "1" ] ]', 'names of properties are text that ends at a NUL', () => {
	const o = {}, n = {};
	o["a\u0000b"] = 1;
	n[1] = n[1.5] = n[true] = 0;
	return [keys(o), "a\u0000c" in o, o["a\u0000d"], keys(n)];
});
gives('[ null, null, null ]', 'once ?. has met null, the chain is null', () => { let n; const o = {}; return [n?.a, n?.a.b.c, o.a?.["b"].c]; });
gives('"throws Reference error: left-hand side expression is null"', 'a property of null', () => {
	try { return null.a; } catch (e) { return `throws ${e.type}: ${e.message}`; }
});
gives('throws Reference error: left-hand side expression is not an array or object', 'a property of a text', () => "x".length);
gives('throws Reference error: left-hand side expression is null', 'a property after ?. in parentheses', () => ({}?.a).b);
gives('throws Type error: attempt to set property on null value', 'setting a property of null', () => { let n; n.a = 1; });
gives('throws Type error: left-hand side is not a function', 'calling what is no function', () => ({}).f());

// Loops and functions -----------------------------------------------------------------------------------------------------

gives('[ 3, 3, 3 ]', 'a loop has one variable for all rounds', () => {
	const list = [];
	for (let i = 0; i < 3; i++) {
		push(list, () => i);
	}
	return map(list, f => f());
});
gives('[ 1, "out", "Error", "Died", "a\\nb" ]', 'try and catch', () => {
	function early() { for (let i = 0; i < 3; i++) { try { if (i == 1) return i; } catch { return "no"; } } }
	function nested() { try { try { die("in"); } catch (e) { die("out"); } } catch (e) { return e.message; } }
	function caught(message) { try { message ? die(message) : die(); } catch (e) { return e; } }
	return [early(), nested(), caught("x").type, caught().message, `${caught("a\nb")}`];
});
gives('[ 5, 6 ]', 'call with other global variables', () => {
	const f = loadstring("return () => x;")();
	return [call(f, null, proto({ x: 5 }, global)), call(f, null, { x: 6 })];
});
gives('[ "object", true, true, 1 ]', 'require of a module; where an exception comes from', () => {
	try { null.a; } catch (e) { return [type(require("fs")), require("fs") === require("fs"), type(e.stacktrace[0].filename) == "string", e.stacktrace[0].line > 1 ? 1 : 0]; }
});
gives('throws Runtime error: No module named \'no.such\' could be found', 'require of a module that is not there', () => require("no.such"));

// JSON ----------------------------------------------------------------------------------------------------------------------

for (let pair in [
	['[1,]', '[ 1 ]'], ['{"a":1,}', '{ "a": 1 }'], ["{'a':1}", '{ "a": 1 }'], ['/* x */ [1] // y', '[ 1 ]'],
	['[TRUE, Null, fALSE]', '[ true, null, false ]'], ['[NaN, Infinity, -infinity]', '[ "NaN", 1e309, -1e309 ]'],
	['[01, -01, -0, 00]', '[ 1, -1, 0, 0 ]'], ['[1., 1e, 1e+, -.5, 1E5]', '[ 1.0, 1.0, 1.0, -0.5, 100000.0 ]'],
	['1e400', '1e309'], ['{"a":1,"b":2,"a":3}', '{ "a": 3, "b": 2 }'], ['"\t\u0001"', '"\\t\\u0001"'],
	['{"a\\u0000b":1}', '{ "a": 1 }'], ['"a\\u0000b"', '"a\\u0000b"'], ['"\\ud800x\\udc00"', '"\ufffdx\ufffd"'],
	['"\\ud83d\\ude00\\/\\u00e9"', '"😀/é"'], ['"a\\qb"', null], ['"a\\u12"', null], ['[.5]', null], ['[1-2]', null],
	['[1.5.5]', null], ['[+1]', null], ['[,1]', null], ['[1,,2]', null], ['[1 2]', null], ['{a:1}', null],
	['{"a" 1}', null], ['{"a":}', null], ['{"a":1 "b":2}', null], ['', null], [' ', null], ['nul', null], ['tru', null],
	['truex', null], ['1 2', null], ['0x10', null], ['[1', null], ['"abc', null], ['\u000b[1]', null], ['-', null],
	['\ufeff[1]', null], ['[1]\u0000', null], ['"a\u0000b"', null], ['[1,\u00002]', null], ['12\u0000', null],
	[' [1] \n', '[ 1 ]'], ['9007199254740991', '9007199254740991'], ['[1.0, 0.1e1]', '[ 1.0, 1.0 ]'], ['""', '""']
]) {
	gives(sprintf("%J", pair[1]), sprintf("json %J", pair[0]), () => {
		try { return sprintf("%J", json(pair[0])); } catch (error) { return null; }
	});
}

function nested(depth, inside) {
	let text = inside;
	for (let i = 0; i < depth; i++) {
		text = `[${text}]`;
	}
	return text;
}

gives('[ true, true ]', 'json: 32 deep', () => [type(json(nested(32, ""))) == "array", type(json(nested(31, "1"))) == "array"]);
gives('throws Syntax error: Failed to parse JSON string: nesting too deep', 'json: 33 deep', () => json(nested(32, "1")));
gives('throws Syntax error: Trailing garbage after JSON data', 'json: more than a value', () => json("1 2"));
gives('throws Type error: Passed value is neither a string nor an object', 'json of null', () => json(null));

// Syntax that the oldest release in use refuses -----------------------------------------------------------------------------------

refuses('Unexpected token', 'function f;');
refuses('Unexpected token', 'const o = { f() { return 1; } };');
refuses('Unexpected token', 'print(1)\nprint(2)');
refuses('Unexpected token', '{ let a = 1 }');
refuses('Unexpected token', "import { readfile } from 'fs'");
refuses('Unexpected token', "import { readfile, } from 'fs';");
refuses('Unexpected token', 'const f = (a = 1) => a;');
refuses('Unexpected token', 'try { } catch (e) { } finally { }');
refuses('Unexpected token', 'var x = 1;');
refuses('Unexpected token', 'throw 1;');
refuses('Expecting expression', 'print(1,);');
refuses('Expecting expression', 'let x = ;');
refuses('Expecting expression', 'if (1) { return }');
refuses('Expecting variable name', 'let [a] = [1];');
refuses('Expecting variable name', 'const { a } = {};');
refuses('Unterminated string', 'print("x');
refuses("Invalid assignment to constant 'c'", 'const c = 1; c = 2;');
refuses("Invalid assignment to constant 'c'", 'const c = 1; c ??= 2;');
refuses("Can't access lexical declaration 'f' before initialization", 'const f = (n) => f(n);');
refuses("Variable 'a' redeclared", "'use strict'; let a = 1; let a = 2;");
refuses("Variable 'a' redeclared", "'use strict'; const f = (a) => { const a = 1; };");
refuses('may only appear at top level', "function f() { import * as fs from 'fs'; }");
refuses('Exports may only appear at top level of a module', 'export const x = 1;');
refuses("Unable to resolve path for module 'no.such'", "import * as x from 'no.such';");
runs('2', 'let a = 1; let a = 2; return a;');
runs('null', 'return undeclared;');
runs('[ 3, null ]', 'let n = 1; if (n) { n += 2 } const o = { n: null }; return [n, o.n];');
runs('1', "import { readfile as read } from 'fs'; return type(read) == 'function' ? 1 : 2;");
gives('throws Reference error: access to undeclared variable undeclared', 'strict: an undeclared name', () =>
	loadstring("'use strict'; return undeclared;")());
gives('throws Type error: left-hand side is not a function', 'a function above its declaration', () =>
	loadstring('f(); function f() { }')());

// Modules ------------------------------------------------------------------------------------------------------------------

put(`${root}/modules/part.uc`, "export const list = [];\npush(list, 1);\nexport function add(n) { push(list, n); return list; };\n");
put(`${root}/modules/user.uc`, "import { add } from 'part';\nexport const added = add(2);\n");
put(`${root}/modules/open.uc`, "export function f() { return 1; }\nexport const x = 1;\n");
put(`${root}/modules/one.uc`, "import * as two from 'two';\nexport const x = 1;\n");
put(`${root}/modules/two.uc`, "import * as one from 'one';\nexport const x = 1;\n");
runs('[ true, [ 1, 2, 3 ], [ "list", "add" ], null ]', "import * as part from 'part'; import { added } from 'user'; part.add(3); return [part.list === added, added, keys(part), part.none];");
put(`${root}/modules/renamed.uc`, "function f() { return 1; }\nconst x = 2;\nexport { f as print, x };\n");
runs('[ [ "print", "x" ], 1, 2 ]', "import * as renamed from 'renamed'; return [keys(renamed), renamed.print(), renamed.x];");
runs('[ [ 1 ], "object" ]', "import * as part from 'part'; return [part.list, type(part)];");
gives('throws Type error: object value is immutable', 'what a module exports stays', () =>
	loadstring("import * as part from 'part'; part.list = null;")());
refuses("does not export 'none'", "import { none } from 'part';");
refuses('Unable to compile module', "import * as open from 'open';");
refuses('Unable to compile module', "import * as one from 'one';");
refuses("Invalid assignment to constant 'list'", "import { list } from 'part'; list = 1;");

// fs -----------------------------------------------------------------------------------------------------------------------

const dir = `${root}/files`;
gives('[ true, 448, null, "File exists", true ]', 'fs: mkdir', () =>
	[fs.mkdir(dir, 0700), fs.lstat(dir).mode, fs.mkdir(dir), fs.error(), fs.error() === null]);
gives('[ 3, true ]', 'fs: a full disk is not told of', () => {
	const file = fs.open("/dev/full", "w");
	return [file.write("abc"), file.close()];
});
gives('[ true, true, null, "Resource temporarily unavailable", true, true ]', 'fs: a lock is an open file\'s', () => {
	const first = fs.open(`${dir}/lock`, "a", 0600), second = fs.open(`${dir}/lock`, "a", 0600);
	return [first.lock("xn"), first.lock("xn"), second.lock("xn"), fs.error(), first.close(), second.lock("xn")];
});
gives('[ null, true ]', 'fs: a program that was started keeps a lock that it inherits', () => map(["a", "ae"], (mode) => {
	const path = `${dir}/inherited-${mode}`;
	const file = fs.open(path, mode, 0600);
	file.lock("xn");
	system("sleep 3 >/dev/null 2>&1 &");
	file.close();
	return fs.open(path, "a", 0600).lock("xn");
}));
gives('[ 0, 3, true ]', 'system() waits, and its result is the exit status, or tells of a signal', () =>
	[system("exit 0"), system("sleep 0.1; exit 3"), system("kill -BUS $$") !== 0]);
gives('[ 3, 5, "abc" ]', 'fs: popen() writes to a command, and close() is its exit status', () => {
	const pipe = fs.popen(`cat >${dir}/piped; exit 5`, "w");
	return [pipe.write("abc"), pipe.close(), fs.readfile(`${dir}/piped`)];
});
// Its result says nothing: true where it fails in 24.10, where it does not in 25.12.
gives('[ "", "abc" ]', 'fs: flush() brings to the file what was written', () => {
	const file = fs.open(`${dir}/flushed`, "w");
	file.write("abc");
	const before = fs.readfile(`${dir}/flushed`);
	file.flush();
	return [before, fs.readfile(`${dir}/flushed`)];
});
gives('[ "a", "x" ]', 'fs: a path ends at a NUL', () => {
	put(`${dir}/a\u0000b`, "x");
	return [sort(fs.lsdir(dir))[0], fs.readfile(`${dir}/a\u0000c`)];
});

// uci ----------------------------------------------------------------------------------------------------------------------

put(`${root}/config/p`, "config a 'x'\n\toption o '1'\n\tlist l 'p'\n\tlist l 'q'\n\nconfig a\n\toption o '2'\n");
put(`${root}/config/bad`, "config a x\noption\n");
const cursor = uci.cursor(`${root}/config`, `${root}/save`);
gives('[ null, "Entry not found", null, "Entry not found", null, "Parse error" ]', 'uci: what is missing, and what does not parse', () => [
	cursor.get("none", "x", "o"), cursor.error(), cursor.get("p", "none", "o"), cursor.error(), cursor.get("bad", "x", "o"),
	cursor.error()
]);
gives('[ null, "Entry not found", null, "Parse error", "a", null ]', 'uci: get_all of what is not there', () =>
	[cursor.get_all("none"), cursor.error(), cursor.get_all("bad"), cursor.error(), cursor.get_all("p", "x")[".type"], cursor.get_all("p", "x")[".index"]]);
gives('[ null, "Entry not found", null, null, "Entry not found", null, "Invalid argument" ]', 'uci: set that fails', () => [
	cursor.set("none", "y", "a"), cursor.error(), cursor.set("p", "none", "o", "v"), cursor.set("p", "y", "l2", []), cursor.error(),
	cursor.set("p", "x", "l2", []), cursor.error()
]);
gives('[ true, true, null, "3" ]', 'uci: what is saved and not committed is what another cursor reads', () => {
	const other = uci.cursor(`${root}/config`, `${root}/save`);
	return [other.set("p", "x", "o", "3"), other.save("p"), match(fs.readfile(`${root}/config/p`), /3/),
		uci.cursor(`${root}/config`, `${root}/save`).get("p", "x", "o")];
});

// ubus ---------------------------------------------------------------------------------------------------------------------

gives('[ null, "Unable to connect to ubus socket", null ]', 'ubus: no daemon', () =>
	[ubus.connect(`${root}/none/ubus.sock`), ubus.error(), ubus.error()]);

const socket = `${root}/var/run/ubus/ubus.sock`;
const connection = ubus.connect(socket, 5);

/** A case that needs a ubusd with rpcd, which the box's stand-in always is. */
function asks(expected, name, run) {
	if (connection) {
		gives(expected, `ubus: ${name}`, run);
	}
	else {
		report(`ubus: ${name} # SKIP no ubusd at ${socket}`, null);
	}
}

ubus.error();
asks('[ null, 4, null, null, 4, null, 3, null, 2 ]', 'failures, of which error() tells once', () => [
	connection.call("session", "get", { ubus_rpc_session: "0" }), connection.error(true), connection.error(true),
	connection.call("no-such-object", "get", {}), connection.error(true),
	connection.call("session", "no-such-method", {}), connection.error(true),
	connection.call("session", "get", 5), connection.error(true)
]);
asks('"Not found: Failed to invoke function \'get\' on object \'session\'"', 'why, as text', () => {
	connection.call("session", "get", { ubus_rpc_session: "0" });
	return connection.error();
});
printf("1..%d\n", count);
exit(failures ? 1 : 0);
