// What runner.lua does, in a real ucode: one crypto case on each line of standard input, one result on each line of
// standard output. For runs by hand, see run.ts.
import * as fs from 'fs';

const crypto = require('sso_login.native_crypto');

const hostile = proto({}, { tostring: () => die("tostring"), length: () => die("length") });

const special = {
	nil: null,
	true: true,
	table: {},
	function: () => null,
	coroutine: /x/,
	userdata: fs.stdin,
	hostile,
	inf: Infinity,
	'-inf': -Infinity,
	nan: NaN,
};

function decode(token) {
	const rest = substr(token, 1);
	switch (substr(token, 0, 1)) {
	case "s":
		return rest == "" ? "" : hexdec(rest);
	case "n":
		return +rest;
	}
	return special[rest];
}

function encode(value) {
	if (type(value) == "string") {
		return "s" + hexenc(value);
	}
	return value === null ? `nil ${crypto.error()}` : `${value}`;
}

function run(line) {
	const words = split(line, " ");
	const name = shift(words);
	if (name == "backend") {
		return encode(crypto.backend);
	}
	try {
		return encode(crypto[name](...map(words, decode)));
	} catch (error) {
		return `ERROR ${error.message}`;
	}
}

for (let line = fs.stdin.read("line"); length(line); line = fs.stdin.read("line")) {
	print(run(rtrim(line, "\n")), "\n");
}
