-- Generated from src/sso_login/answers/readiness.ts by "make lua"; do not edit.
--- Whether this program can serve logins: a start of a login runs, in memory alone, and everything is loaded that its callback may need. A
-- part that is missing or broken ends the program, as it would end the login.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local json = require("sso_login.io.json")
local native = require("sso_login.io.native")
local https = require("sso_login.base.https")
local json_values = require("sso_login.base.json_values")
local public_names = require("sso_login.base.public_names")
local failed_call = require("sso_login.explain.failed_call")
local key_failure = require("sso_login.explain.key_failure")
local missing_role = require("sso_login.explain.missing_role")
local refused_response = require("sso_login.explain.refused_response")
local short_reason = require("sso_login.explain.short_reason")
local login_again = require("sso_login.login.login_again")
local surplus_logins = require("sso_login.login.surplus_logins")
local password_events = require("sso_login.passwords.password_events")
local client_assertion = require("sso_login.protocol.client_assertion")
local login_lacks = require("sso_login.protocol.login_lacks")
local pushed_request = require("sso_login.protocol.pushed_request")
local userinfo = require("sso_login.protocol.userinfo")
local result = require("sso_login.result")
local ok = result.ok
local refresh_tokens = require("sso_login.rpcd.refresh_tokens")
local supervisor = require("sso_login.rpcd.supervisor")
local package_sections = require("sso_login.settings.package_sections")
local saved_config = require("sso_login.settings.saved_config")
local clean_up = require("sso_login.web.clean_up")
local client_limit = require("sso_login.web.client_limit")
local callback = require("sso_login.web.endpoints.callback")
local start = require("sso_login.web.endpoints.start")
local error_page = require("sso_login.web.error_page")
local failed_callback = require("sso_login.web.failed_callback")
local refusal = require("sso_login.web.refusal")
local routes = require("sso_login.web.routes")
local web_request = require("sso_login.web.web_request")
local words = require("sso_login.web.words")
local words_de = require("sso_login.web.generated.words_de")
local words_fr = require("sso_login.web.generated.words_fr")
local err, ok = result.err, result.ok

--- A member of each module that starts and callbacks load late, unless another one loads it: to name one loads its module, and all that it
-- loads itself.
M.late = {
	https.make,
	failed_call.explain,
	key_failure.explain,
	missing_role.explain,
	refused_response.refused,
	short_reason.of_notes,
	login_again.with_meaning,
	surplus_logins.surplus,
	password_events.catch_up,
	client_assertion.sign,
	login_lacks.note,
	pushed_request.push_request,
	userinfo.fetch_userinfo,
	refresh_tokens.keep,
	supervisor.tell,
	clean_up.clean,
	client_limit.count_client,
	start.admit,
	callback.admit,
	error_page.make,
	failed_callback.with_facts,
	refusal.refuse,
	words.words,
	words_de.words,
	words_fr.words
}

--- Calls a function of each native part: the C modules, and those of the system's libraries, of which each is loaded when it is called.
function M.load_native(io)
	native.load_crypto()
	native.load("sso_login.native_https")
	bytes.hex_encode("")
	json.encode({})
	io.open_log()
	io.fnmatch("", "")
	io.list_dir(io.paths.run_dir)
	io.file_info(io.paths.run_dir)
	io.uci_get(public_names.package_name, public_names.first, "enabled")
	io.ubus_call("session", "access", {})
	io.lock("/dev/null")
	io.unlock("/dev/null")
end

--- A document that a provider with this issuer could have.
local function document_of(issuer)
	local function at(name)
		return issuer .. "/" .. name
	end
	return json.encode({
		issuer = issuer,
		authorization_endpoint = at("authorize"),
		token_endpoint = at("token"),
		jwks_uri = at("jwks"),
		response_types_supported = json.list({"code"})
	})
end

--- Makes a start of this process harmless: nothing is written, and a provider answers without a call.
local function isolate(io, issuer)
	-- The run directory is as after a boot.
	local read_file = io.read_file
	local file_info = io.file_info
	io.read_file = function(path, max_bytes) return not lib.StringStartsWith(path, io.paths.run_dir) and read_file(
		path,
		max_bytes
	) or nil end
	io.file_info = function(path) return not lib.StringStartsWith(path, io.paths.run_dir) and file_info(
		path
	) or nil end
	io.https = function() return ok({status = 200, content_type = "application/json", body = document_of(issuer)}) end
	io.write_file = function() return true end
	io.rename = function() return false end
	io.remove = function() return false end
	io.make_dir = function() return "exists" end
	-- Not the first request of a minute, which cleans up.
	io.append_byte = function() return 2 end
	io.lock = function() return true end
	io.log = function() return nil end
end

--- Loads everything, and runs a start of a login at the first provider that is on; also what a wrong configuration refuses has run. Returns
-- the status of the answer. Afterwards this process can do nothing else.
function M.run_start(io)
	M.load_native(io)
	local provider = saved_config.providers_with(io, "issuer_url")[1] or public_names.first
	isolate(io, json_values.text_of(package_sections.option_of(io, "issuer_url", provider)))
	local request = web_request.parse({
		method = "GET",
		https = true,
		path_info = "/",
		query_string = "provider=" .. provider,
		cookie = "",
		remote_addr = "127.0.0.1",
		host = "",
		content_type = "",
		authorization = "",
		accept = "",
		accept_language = ""
	})
	return routes.handle(io, request).status
end

return M
