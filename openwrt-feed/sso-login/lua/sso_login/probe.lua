-- Generated from src/sso_login/probe.ts by "make lua"; do not edit.
local ____exports = {}
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
--- Whether single sign-on is switched on: `enabled` is `1`. Fails with CONFIG_ERROR when UCI cannot be read.
function ____exports.is_enabled(io)
	local enabled = io.uci_get("sso-login", "default", "enabled")
	return enabled.ok and ok(enabled.data == "1") or err("CONFIG_ERROR", enabled.details)
end
--- Whether a request is the probe as the login page sends it; the router knows the other ways to write it.
function ____exports.is_plain_probe(environment)
	local at_base = environment.path_info == "" or environment.path_info == "/"
	local plain = at_base and environment.query_string == "action=enabled"
	return environment.https and environment.method == "GET" and plain
end
--- The answer. A configuration that cannot be read counts as off: the page then shows its password form alone.
function ____exports.probe(io)
	local enabled = ____exports.is_enabled(io)
	local answer = enabled.ok and enabled.data and "true" or "false"
	return {status = 200, content_type = "application/json", headers = {}, body = ("{\"enabled\":" .. answer) .. "}"}
end
return ____exports
