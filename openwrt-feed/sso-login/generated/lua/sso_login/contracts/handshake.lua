-- Generated from src/sso_login/contracts/handshake.ts by "make lua"; do not edit.
--- Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`.
local M = {}
local login_finish = require("sso_login.login.login_finish")
local login_start = require("sso_login.login.login_start")

--- Starts a login: where to send the browser, and the state token for its cookie.
function M.initiate(io, config)
	return login_start.initiate(io, config)
end

--- Finishes a login: from the provider's answer to a session.
function M.authenticate(io, config, request, policy)
	return login_finish.authenticate(io, config, request, policy ~= nil and policy.allowed_algs or nil)
end

return M
