-- Generated from src/sso_login/handshake.ts by "make lua"; do not edit.
--- Module contract `handshake` (specification, "Internal module contracts"): a facade of `login`.
local M = {}
local login = require("sso_login.login.authenticate")
local start = require("sso_login.login.initiate")

--- Starts a login: where to send the browser, and the state token for its cookie.
function M.initiate(io, config)
	return start.initiate(io, config)
end

--- Finishes a login: from the provider's answer to a session.
function M.authenticate(io, config, request, policy)
	return login.authenticate(io, config, request, policy)
end

return M
