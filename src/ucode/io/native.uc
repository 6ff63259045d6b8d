// The C modules, and the last resort when one of them cannot do what must not go wrong.
// Stands where Lua has src/lua/io/native.ts.

/** Loads the installed crypto backend; what it has says openwrt-feed/sso-login-native/src/ucode_crypto.c. */
export function load_crypto() {
	return require("sso_login.native_crypto");
};

/** Ends the request: the CGI entry answers 500. For what leaves no safe way to go on, such as no random numbers. */
export function panic(message) {
	die(message);
};
