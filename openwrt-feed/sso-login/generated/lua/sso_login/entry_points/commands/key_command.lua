-- Generated from src/sso_login/entry_points/commands/key_command.ts by "make lua"; do not edit.
--- `sso-login key`: the keys for private_key_jwt.
local M = {}
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local client_keys = require("sso_login.jose.client_keys")
local result = require("sso_login.result")
local ok = result.ok
local command_outcome = require("sso_login.entry_points.commands.command_outcome")
local err, ok = result.err, result.ok

--- Makes the change of the operands, `new` with an algorithm, or `retire`; undefined for others.
local function change(io, operands)
	if operands[1] == "new" and #operands <= 2 then
		return client_keys.make(io, operands[2] or "ES256")
	end
	if operands[1] == "retire" and #operands == 1 then
		return client_keys.retire(io)
	end
	return #operands == 0 and ok(0) or nil
end

--- Prints the public keys, after a change where the operands ask for one.
function M.run(io, operands)
	local done = change(io, operands)
	if done == nil then
		return command_outcome.wrong_usage("key takes new, with ES256 or RS256, or retire")
	end
	if not done.ok then
		return command_outcome.fail(done)
	end
	local keys = client_keys.public_set(io)
	if keys == nil then
		console.print_error("sso-login: there is no key; sso-login key new makes one")
		return command_outcome.failure
	end
	console.print(json.encode(keys))
	return command_outcome.success
end

return M
