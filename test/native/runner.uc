// The work of runner.lua, in a real ucode. For runs by hand, see run.ts.
import * as fs from 'fs';

const fail = () => die("a method was called");
const special = {
	table: {},
	function: () => null,
	coroutine: /x/,
	userdata: fs.stdin,
	hostile: proto({}, { tostring: fail, length: fail, method: "GET", url: "https://127.0.0.1:1/" }),
	inf: Infinity,
	'-inf': -Infinity,
	nan: NaN,
};

function mapped(object, change) {
	const copy = {};
	for (let key, value in object) {
		copy[key] = change(value);
	}
	return copy;
}

function decode(value) {
	if (type(value) == "array") {
		return map(value, (item) => decode(item));
	}
	if (type(value) != "object") {
		return value;
	}
	if (value.hex !== null) {
		return value.hex == "" ? "" : hexdec(value.hex);
	}
	return value.lua ? special[value.lua] : mapped(value, decode);
}

function encode(value) {
	switch (type(value)) {
	case "string":
		return "x" + hexenc(value);
	case "object":
		return mapped(value, encode);
	}
	return value;
}

/** As the modules for Lua have it: null, and why, in place of null or a failure. */
function results_of(module, result) {
	if (type(result) == "object" && result.kind) {
		return [null, encode(result.kind), encode(result.message)];
	}
	return result === null && module.error ? [null, encode(module.error())] : [encode(result)];
}

function answer_of(name, member, ...values) {
	const module = require(`sso_login.${name}`);
	const called = module[member];
	try {
		return type(called) == "function" ? results_of(module, called(...map(values, decode))) : [encode(called)];
	} catch (error) {
		return { raised: error.message };
	}
}

for (let line = fs.stdin.read("line"); length(line); line = fs.stdin.read("line")) {
	fs.stdout.write(sprintf("%J\n", answer_of(...json(line))));
	fs.stdout.flush();
}
