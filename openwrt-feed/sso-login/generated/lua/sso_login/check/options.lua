-- Generated from src/sso_login/check/options.ts by "make lua"; do not edit.
local lib, strings, load, options, report =
    require("sso_login.use")("lualib", "base.strings", "settings.load", "settings.options", "check.report")
local M = {}
--- Largest file of certificates that is taken for one.
local max_ca_file = 1048576
--- The options, each problem by itself; what is right makes the configuration to go on with.
function M.check_options(run, section)
	local validated = load.validate_values(section)
	for _, problem in ipairs(validated.problems) do
		report.error(run, "option_wrong", {option = problem.option, must = problem.must})
	end
	local known = lib.ArrayConcat(
		lib.ArrayMap(
			options.option_rules,
			function(_, rule) return rule.name end
		),
		{"enabled"}
	)
	local unknown = lib.ArrayFilter(
		strings.sorted_keys(section.options),
		function(_, option) return not lib.ArrayIncludes(known, option) end
	)
	if #unknown > 0 then
		report.warning(
			run,
			"option_unknown",
			{options = table.concat(unknown, ", ")}
		)
	end
	if #validated.problems + #unknown == 0 then
		report.ok(run, "options_ok")
	end
	local ca_file = validated.values.ca_file
	if ca_file ~= nil and run.io.read_file(ca_file, max_ca_file) == nil then
		report.error(run, "ca_file_unreadable", {file = ca_file})
	end
	if section.options.enabled ~= "1" then
		report.warning(run, "disabled")
	end
	return {
		config = load.to_config(validated.values, {}),
		wrong = lib.ArrayMap(
			validated.problems,
			function(_, problem) return problem.option end
		)
	}
end
return M
