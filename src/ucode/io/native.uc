// The C modules, and the last resort when one of them cannot do what must not go wrong.
// The counterpart of src/lua/io/native.ts, which says what the functions do.

import { err, ok } from 'sso_login.result';

/** The interface of the C modules that this service knows (native_interface.h). */
const known_interface = 7;

export function load(name) {
	const module = require(name);
	if (module.interface !== known_interface) {
		die(`module '${name}' has interface ${module.interface}, not ${known_interface}`);
	}
	return module;
};

let crypto = null;

/** Loads the installed crypto backend; crypto_functions.h of sso-login-native has its functions. */
export function load_crypto() {
	crypto ??= load("sso_login.native_crypto");
	return crypto;
};

/** Ends the process without freeing what the interpreter holds, where the crypto backend is loaded and can do so. */
export function leave() {
	if (crypto?.exit) {
		crypto.exit(0);
	}
};

export function https_request(call) {
	const response = load("sso_login.native_https").request(call);
	return response.kind === null ? ok(response) : err(response.kind, response.message);
};

export function https_peer(question) {
	return load("sso_login.native_https").peer(question);
};

export function panic(message) {
	die(message);
};
