-- Generated from src/lua/io/native.ts by "make lua"; do not edit.
--- The C modules, and the last resort when one of them cannot do what must not go wrong.
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- The interface of the C modules that this service knows (native_interface.h).
local known_interface = 7

--- Loads a C module; one with another interface, of a package that was not upgraded, is as good as missing.
function M.load(name)
	local module = require(name)
	if module.interface ~= known_interface then
		error(
			(((("module '" .. name) .. "' has interface ") .. tostring(module.interface)) .. ", not ") .. tostring(
				known_interface
			),
			0
		)
	end
	return module
end

function M.load_crypto()
	return M.load("sso_login.native_crypto")
end

--- The client, whose documents are worth collecting: what makes no call is over before its garbage counts (sso-login.cgi).
local function load_https()
	collectgarbage("restart")
	return M.load("sso_login.native_https")
end

--- Makes a call; a failure's `error` is its kind (HttpFailure of base/io).
function M.https_request(call)
	local response, kind, message = load_https().request(call)
	return response ~= nil and ok(response) or err(kind, message)
end

function M.https_peer(question)
	return load_https().peer(question)
end

--- Ends the request: the CGI entry answers 500. For what leaves no safe way to go on, such as no random numbers.
function M.panic(message)
	error(message, 0)
end

return M
