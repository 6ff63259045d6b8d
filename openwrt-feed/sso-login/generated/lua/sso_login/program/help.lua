-- Generated from src/sso_login/program/help.ts by "make lua"; do not edit.
--- The help of the command line.
local lib = require("sso_login.lualib")
local M = {}

--- As wide as the first column of the help.
local indent = "                                   "

--- The help: a line a command, in two columns.
function M.usage(commands)
	local lines = lib.ArrayMap(commands, function(_, command)
		local head = "  " .. ((command.name .. " ") .. command.arguments) .. indent
		return lib.StringSubstring(head, 0, #indent) .. table.concat(
			lib.StringSplit(command.help, "\n"),
			"\n" .. indent or ","
		)
	end)
	local status = "Exit status: 0 done, 1 could not be done, 2 wrong usage."
	return "Usage: sso-login COMMAND\n\n" .. (table.concat(lines, "\n") .. "\n\n") .. status
end

--- What a command's arguments lack or have too many of, by its line of the help; `operands` are those without the option.
function M.arity_problem(command, args, operands)
	if lib.StringIncludes(command.arguments, "...") then
		return #operands == 0 and "needs an e-mail address" or nil
	end
	if lib.StringIncludes(command.arguments, "EMAIL") then
		return #args ~= 1 and "takes one e-mail address, or a sub" or nil
	end
	if lib.StringIncludes(command.arguments, "[PROVIDER]") then
		return #operands > 1 and "takes one provider" or nil
	end
	local but = command.option ~= nil and " but " .. command.option or ""
	return (#operands > 0 or #args > 1) and "takes no argument" .. but or nil
end

return M
