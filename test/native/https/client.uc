// What client.lua does, in a real ucode: one JSON call on each line of standard input, one JSON answer on each line of
// standard output. For runs by hand, see ../run.ts.
import * as fs from 'fs';

const https = require('sso_login.native_https');

const hostile = proto({}, { tostring: () => die("tostring"), method: "GET", url: "https://127.0.0.1:1/" });
const special = { nan: NaN, inf: Infinity, func: () => null, hostile };

function decode(value) {
	if (type(value) == "array") {
		return map(value, (item) => decode(item));
	}
	if (type(value) != "object") {
		return value;
	}
	if (value.hex !== null) {
		return hexdec(value.hex);
	}
	if (value.lua) {
		return special[value.lua];
	}
	const copy = {};
	for (let key, item in value) {
		copy[key] = decode(item);
	}
	return copy;
}

function answer_of(result) {
	switch (type(result)) {
	case "object":
		if (result.der !== null) {
			return { ...result, der: hexenc(result.der) };
		}
		return result.body === null ? result : { ...result, body: hexenc(result.body) };
	case "int":
		return { number: result };
	}
	return {};
}

for (let line = fs.stdin.read("line"); length(line); line = fs.stdin.read("line")) {
	const input = json(line);
	let answer;
	try {
		answer = answer_of(https[input.call](decode(input.options)));
	} catch (error) {
		answer = { raised: error.message };
	}
	fs.stdout.write(sprintf("%J\n", answer));
	fs.stdout.flush();
}
