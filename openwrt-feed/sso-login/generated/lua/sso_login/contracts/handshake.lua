-- Generated from src/sso_login/contracts/handshake.ts by "make lua"; do not edit.
--- Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`.
local lib = require("sso_login.lualib")
local M = {}
local login_finish = require("sso_login.login.login_finish")
local login_start = require("sso_login.login.login_start")

--- Starts a login: where to send the browser, and the state token for its cookie.
function M.initiate(io, config)
	return login_start.initiate(io, config)
end

--- A configuration that permits these algorithms.
local function with_algs(config, algs)
	local changed = {}
	for _, option in ipairs(lib.ObjectKeys(config)) do
		changed[option] = config[option]
	end
	changed.id_token_algs = algs
	return changed
end

--- Finishes a login: from the provider's answer to a session.
function M.authenticate(io, config, request, policy)
	local allowed_algs = policy ~= nil and policy.allowed_algs or nil
	return login_finish.authenticate(io, allowed_algs ~= nil and with_algs(config, allowed_algs) or config, request)
end

return M
