-- Generated from src/lua/io/protect.ts by "make lua"; do not edit.
--- The last resort of a program where something is missing or goes wrong.
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Runs a function; a Lua error becomes INTERNAL_ERROR with its text, which is only for the log, and CONFIG_ERROR where
-- a module is missing, cannot be loaded, or has another interface.
function M.protect(run)
	local success, value = pcall(run)
	if success then
		return ok(value)
	end
	local text = tostring(value)
	local of_module = string.match(text, "module '[%w_.]+' .*")
	if of_module == nil then
		return err("INTERNAL_ERROR", {reason = text})
	end
	-- After "not found:" Lua tells everywhere that it has looked.
	local reason = string.gsub(of_module, " not found:.*", " not found")
	return err("CONFIG_ERROR", {reason = reason, hint = {id = "reinstall"}})
end

--- Logs by a program of the router, for want of the module.
function M.log_without_module(level, line)
	local word = string.gsub(line, "'", "'\\''")
	os.execute(((("logger -t sso-login -p authpriv." .. level) .. " -- '") .. word) .. "'")
end

return M
