-- Generated from src/sso_login/handshake.ts by "make lua"; do not edit.
local M = {}
local login, start =
    require("sso_login.use")("login.authenticate", "login.initiate")
--- Starts a login: where to send the browser, and the state token for its cookie.
function M.initiate(io, config)
	return start.initiate(io, config)
end
--- Finishes a login: from the provider's answer to a session.
function M.authenticate(io, config, request, policy)
	return login.authenticate(io, config, request, policy)
end
return M
