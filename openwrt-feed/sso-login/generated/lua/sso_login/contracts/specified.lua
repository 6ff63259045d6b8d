-- Generated from src/sso_login/contracts/specified.ts by "make lua"; do not edit.
--- Results as the specification has them ("Internal module contracts").
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local err = result.err

--- A Result with the fields of the specification alone.
function M.specified(result)
	return result.ok and result or err(result.error, result.details)
end

return M
