-- Generated from src/sso_login/entry_points/revalidate.ts by "make lua"; do not edit.
--- Asks a provider about one session, or revokes the token of one that has ended; entry_points/watch starts this process when that is due.
local M = {}
local protect = require("sso_login.io.protect")
local system = require("sso_login.io.system")
local log = require("sso_login.base.log")
local revalidation_turn = require("sso_login.login.revalidation.revalidation_turn")

--- Returns the exit status.
function M.main(_args, options)
	local io = system.create(options or {})
	local done = protect.protect(function()
		revalidation_turn.run(io)
	end)
	if not done.ok then
		log.event(io, "err", done.error, log.detail_pairs(done.details))
	end
	return 0
end

return M
