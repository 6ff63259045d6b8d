-- Generated from src/sso_login/web/request_fields.ts by "make lua"; do not edit.
--- The fields of a query string or a posted form, and which of their faults refuse a request.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Parameters that decide something: a second value, a bad encoding or a control character is an attack or a fault.
local strict_params = {"code", "state", "error", "iss", "stoken"}

--- The values of fields; INVALID_REQUEST where a strict one is given twice, badly encoded or has a control character. Strict are the
-- parameters of all pages but the start, unless others are named.
function M.checked_values(fields, strict)
	local found = lib.ArrayFind(
		fields.problems,
		function(_, problem) return lib.ArrayIncludes(strict or strict_params, problem[1]) end
	)
	return found == nil and ok(fields.values) or err("INVALID_REQUEST", {reason = found[2], parameter = found[1]})
end

return M
