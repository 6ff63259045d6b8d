-- Generated from src/sso_login/entry_points/commands/register_command.ts by "make lua"; do not edit.
--- `sso-login register`: registers this router at a provider, updates the registration or removes it.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local registering = require("sso_login.registration.registering")
local option_forms = require("sso_login.settings.option_forms")
local command_outcome = require("sso_login.entry_points.commands.command_outcome")

--- Bytes of the largest initial access token.
local max_token = 16384

--- The arguments as an order; a text says what is wrong with them.
local function parse(args)
	local order = {action = "register", provider = public_names.first, options = {}, token = ""}
	local token_file
	do
		local at = 0
		while at < #args do
			local arg = json_values.text_of(args[at + 1])
			local next = args[at + 1 + 1]
			if arg == "--key" then
				order.options.token_endpoint_auth_method = "private_key_jwt"
			elseif arg == "--dry-run" then
				order.action = "show"
			elseif arg == "--update" or arg == "--remove" or arg == "--forget" then
				order.action = lib.StringSubstring(arg, #"--")
			elseif arg == "--token-file" and next ~= nil then
				token_file = next
				at = at + 1
			elseif arg == "--provider" and next ~= nil then
				order.provider = next
				at = at + 1
			elseif lib.StringStartsWith(arg, "-") or order.options.issuer_url ~= nil then
				return "register does not take " .. arg
			else
				order.options.issuer_url = arg
			end
			at = at + 1
		end
	end
	if order.provider ~= public_names.first and not option_forms.is_provider_name(order.provider) then
		return "a provider's name has only A-Z a-z 0-9 _"
	end
	return {order = order, token_file = token_file}
end

--- The token in a file, or in standard input for `-`; undefined where there is none.
local function read_token(io, file)
	local text
	if file == "-" then
		text = io.read_input(max_token)
	else
		text = io.read_file(file, max_token)
	end
	local token = strings.split_words(
		table.concat(lib.StringSplit(table.concat(lib.StringSplit(text or "", "\n"), " "), "\r"), ""),
		" "
	)[1]
	return token ~= nil and strings.is_visible_ascii(token) and token or nil
end

--- Carries out the order of the arguments, and prints the findings; with `--dry-run` the metadata.
function M.run(io, args)
	local parsed = parse(args)
	if type(parsed) == "string" then
		return command_outcome.wrong_usage(parsed)
	end
	if parsed.token_file ~= nil then
		local token = read_token(io, parsed.token_file)
		if token == nil then
			return command_outcome.wrong_usage("there is no token in " .. parsed.token_file)
		end
		parsed.order.token = token
	end
	local done = registering.carry_out(io, parsed.order)
	if parsed.order.action == "show" and done.client_metadata ~= nil then
		console.print(json.encode(done.client_metadata))
	end
	return command_outcome.print_report(done.report)
end

return M
