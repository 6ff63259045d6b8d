#!/usr/bin/ucode
// Single sign-on for LuCI: login start, callback, logout, probe.

function module(name) {
	return loadstring(`import * as module from '${name}'; return module;`)();
}

// The login page asks the probe on every visit: its few sources cost less than a look at the compiled modules. Where it fails,
// the whole program says why.
function answers_probe() {
	try {
		return module("sso_login.program.probe").main({});
	} catch (error) {
		return false;
	}
}

if (getenv("QUERY_STRING") != "action=enabled" || !answers_probe()) {
	module("sso_login.io.code").load({}, "sso_login.program.cgi").main();
}
