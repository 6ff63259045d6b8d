-- Generated from src/sso_login/entry_points/commands/deployment_command.ts by "make lua"; do not edit.
--- `sso-login apply` and `sso-login installed`: what a deployment asks of a router.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local json_values = require("sso_login.base.json_values")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local ready = require("sso_login.check.ready")
local result = require("sso_login.result")
local err = result.err
local deployment = require("sso_login.registration.deployment")
local wanted_settings = require("sso_login.settings.wanted_settings")
local command_outcome = require("sso_login.entry_points.commands.command_outcome")
local err, ok = result.err, result.ok

--- Bytes of settings with an authority's certificates.
local max_settings = 131072

--- `apply`: prints `changed` or `unchanged`, and what the check found; settings in which it finds an error are not saved.
function M.apply(io, operands, is_trial)
	local file = operands[1]
	if file == nil or #operands > 1 then
		return command_outcome.wrong_usage("apply takes one file, or -")
	end
	local text
	if file == "-" then
		text = io.read_input(max_settings)
	else
		text = io.read_file(file, max_settings)
	end
	local input = json.decode_object(text or "")
	if not input.ok then
		return command_outcome.fail(err("INVALID_REQUEST", {reason = "the settings are not a JSON object"}))
	end
	local wanted = wanted_settings.read(input.data)
	local done = wanted.ok and deployment.deploy(io, wanted.data, is_trial) or wanted
	if not done.ok then
		return command_outcome.fail(done)
	end
	local report = done.data.report
	local status = report ~= nil and command_outcome.print_report(report) or command_outcome.success
	if done.data.outcome == "refused" then
		command_outcome.complain("the configuration is as before")
		return command_outcome.failure
	end
	console.print(done.data.outcome)
	-- Rpcd's sections and live sessions follow.
	local init = io.paths.system_dir .. "/init.d/" .. public_names.package_name
	if done.data.outcome == "changed" and not is_trial and not io.succeeds(init, "start") then
		command_outcome.complain("the service did not start: see logread -e sso-login")
		return command_outcome.failure
	end
	return status
end

--- Bytes of what a package manager knows of the installed packages.
local max_list = 4194304

--- The value of a line that begins with a key; "" where there is none.
local function value_of(lines, key)
	return lib.StringSubstring(
		lib.ArrayFind(lines, function(_, line) return lib.StringStartsWith(line, key) end) or "",
		#key
	)
end

--- Names of package files without what follows the version: `name_version` for opkg, `name-version` for apk.
local function installed_names(io)
	local names = {}
	local lists = {
		{path = io.paths.opkg_status, name = "Package: ", version = "Version: ", between = "_"},
		{path = io.paths.apk_installed, name = "P:", version = "V:", between = "-"}
	}
	for _, list in ipairs(lists) do
		local text = io.read_file(list.path, max_list) or ""
		for _, block in ipairs(lib.StringSplit(text, "\n\n")) do
			local lines = lib.StringSplit(block, "\n")
			local status = value_of(lines, "Status: ")
			if status == "" or lib.StringEndsWith(status, " installed") then
				names[#names + 1] = value_of(lines, list.name) .. list.between .. value_of(lines, list.version)
			end
		end
	end
	return names
end

--- The name of a package file up to its version: without architecture and suffix.
local function name_of(file)
	local parts = strings.split_words(file, "/")
	local base = json_values.text_of(parts[#parts])
	local words = lib.StringSplit(base, "_")
	return lib.StringEndsWith(base, ".apk") and lib.StringSubstring(base, 0, #base - #".apk") or table.concat(
		lib.ArraySlice(words, 0, 2),
		"_"
	)
end

--- `installed`: names the files whose packages are not installed in their version; fails there, and where a part cannot be loaded.
function M.installed(io, operands)
	local names = installed_names(io)
	local missing = lib.ArrayFilter(
		operands,
		function(_, file) return not lib.ArrayIncludes(names, name_of(file)) end
	)
	for _, file in ipairs(missing) do
		console.print("not installed: " .. file)
	end
	local is_ready = ready.is_ready(io)
	if not is_ready then
		console.print("a part cannot be loaded")
	end
	return #missing == 0 and is_ready and command_outcome.success or command_outcome.failure
end

return M
