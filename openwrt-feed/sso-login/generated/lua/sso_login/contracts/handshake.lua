-- Generated from src/sso_login/contracts/handshake.ts by "make lua"; do not edit.
--- Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local browser = require("sso_login.login.browser")
local login_finish = require("sso_login.login.login_finish")
local login_start = require("sso_login.login.login_start")
local result = require("sso_login.result")
local ok = result.ok
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local specified = require("sso_login.contracts.specified")
local err, ok = result.err, result.ok

--- Starts a login: where to send the browser, and the state token for its cookie.
function M.initiate(io, config)
	local begun = login_start.initiate(io, config, {})
	return begun.ok and ok({url = begun.data.url, token = begun.data.handshake.state}) or specified.specified(begun)
end

--- The documented configuration with what a loaded one has: its section, and the algorithms that a policy permits.
local function completed(config, policy)
	local changed = {provider = public_names.first}
	for _, option in ipairs(lib.ObjectKeys(config)) do
		changed[option] = config[option]
	end
	changed.id_token_algs = policy ~= nil and policy.allowed_algs or nil or config.id_token_algs
	return changed
end

--- Finishes a login: from the provider's answer to a session, and the user's verified e-mail, "" without one.
function M.authenticate(io, config, request, policy)
	local input = {params = request.params, browser = browser.read(request.cookies), remote = request.remote}
	local login = specified.specified(login_finish.authenticate(io, completed(config, policy), input))
	local session = login.ok and rpcd_sessions.find_session(io, login.data.sid) or nil
	return login.ok and ok({sid = login.data.sid, email = session ~= nil and session.email or ""}) or login
end

return M
