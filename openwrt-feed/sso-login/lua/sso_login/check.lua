-- Generated from src/sso_login/check.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__ArrayEvery = ____lualib.__TS__ArrayEvery
local __TS__ArrayMap = ____lualib.__TS__ArrayMap
local __TS__ArrayConcat = ____lualib.__TS__ArrayConcat
local __TS__ArrayIncludes = ____lualib.__TS__ArrayIncludes
local __TS__ArrayFilter = ____lualib.__TS__ArrayFilter
local __TS__StringStartsWith = ____lualib.__TS__StringStartsWith
local __TS__ArraySome = ____lualib.__TS__ArraySome
local ____exports = {}
local ____acl = require("sso_login.acl")
local excluded_pattern = ____acl.excluded_pattern
local grants_for = ____acl.grants_for
local read_groups = ____acl.read_groups
local ____check_provider = require("sso_login.check_provider")
local check_provider = ____check_provider.check_provider
local ____check_report = require("sso_login.check_report")
local note = ____check_report.note
local report_of = ____check_report.report_of
local ____check_router = require("sso_login.check_router")
local check_router = ____check_router.check_router
local total_time = ____check_router.total_time
local ____config = require("sso_login.config")
local default_section = ____config.default_section
local judge_values = ____config.judge_values
local local_logins = ____config.local_logins
local to_config = ____config.to_config
local ____console = require("sso_login.io.console")
local format_time = ____console.format_time
local ____options = require("sso_login.options")
local option_rules = ____options.option_rules
local role_name_problem = ____options.role_name_problem
local ____settings = require("sso_login.settings")
local roles_of = ____settings.roles_of
local saved_sections = ____settings.saved_sections
local to_sections = ____settings.to_sections
local values_of = ____settings.values_of
local ____text = require("sso_login.text")
local sorted_keys = ____text.sorted_keys
local ____version = require("sso_login.version")
local year_start = ____version.year_start
--- Largest file of certificates that is taken for one.
local max_ca_file = 1048576
--- The options that decide to whom the client secret goes.
local address_options = {"issuer_url", "internal_issuer_url", "ca_file"}
--- The unsaved values with the saved client secret where they have none, and whether that may be sent.
local function with_secret(values, saved)
	if (values.client_secret or "") ~= "" then
		return {values = values, sendable = true}
	end
	local completed = {}
	for ____, option in ipairs(sorted_keys(values)) do
		completed[option] = values[option] or ""
	end
	completed.client_secret = saved.client_secret or ""
	local sendable = __TS__ArrayEvery(
		address_options,
		function(____, option) return (values[option] or "") == (saved[option] or "") end
	)
	return {values = completed, sendable = sendable}
end
--- The options, each problem by itself; what is right makes the configuration to go on with.
local function check_options(run, section)
	local judged = judge_values(section)
	for ____, problem in ipairs(judged.problems) do
		note(run, "error", "option_wrong", {option = problem.option, must = problem.must})
	end
	local known = __TS__ArrayConcat(
		__TS__ArrayMap(
			option_rules,
			function(____, rule) return rule.name end
		),
		{"enabled"}
	)
	local unknown = __TS__ArrayFilter(
		sorted_keys(section.options),
		function(____, option) return not __TS__ArrayIncludes(known, option) end
	)
	if #unknown > 0 then
		note(
			run,
			"warning",
			"option_unknown",
			{options = table.concat(unknown, ", ")}
		)
	end
	if #judged.problems + #unknown == 0 then
		note(run, "ok", "options_ok", {})
	end
	local ca_file = judged.values.ca_file
	if ca_file ~= nil and run.io.read_file(ca_file, max_ca_file) == nil then
		note(run, "error", "ca_file_unreadable", {file = ca_file})
	end
	if section.options.enabled ~= "1" then
		note(run, "warning", "disabled", {})
	end
	return {
		config = to_config(judged.values, {}),
		wrong = __TS__ArrayMap(
			judged.problems,
			function(____, problem) return problem.option end
		)
	}
end
--- Whether a list's entry, a name or a pattern with or without `!`, means any access group.
local function names_a_group(io, entry, groups)
	local bare = __TS__StringStartsWith(entry, "!") and excluded_pattern(entry) or entry
	return __TS__ArraySome(
		groups,
		function(____, group) return group == bare or io.fnmatch(bare, group) end
	)
end
--- The router's access groups; a finding for each file of them that is ignored.
local function access_groups(run)
	local read = read_groups(run.io)
	for ____, file in ipairs(read.ignored) do
		local facts = type(file.details) == "table" and file.details or ({})
		local ____note_4 = note
		local ____run_3 = run
		local ____facts_file_0 = facts.file
		if ____facts_file_0 == nil then
			____facts_file_0 = ""
		end
		local ____tostring_result_2 = tostring(____facts_file_0)
		local ____facts_reason_1 = facts.reason
		if ____facts_reason_1 == nil then
			____facts_reason_1 = ""
		end
		____note_4(
			____run_3,
			"warning",
			"acl_file_ignored",
			{
				file = ____tostring_result_2,
				reason = tostring(____facts_reason_1)
			}
		)
	end
	return read.groups
end
--- The entries of all roles that mean no access group of this router, `role: entry`.
local function unknown_entries(run, groups, roles)
	local unknown = {}
	for ____, role in ipairs(roles) do
		for ____, entry in ipairs(__TS__ArrayConcat(role.read, role.write)) do
			local item = (role.name .. ": ") .. entry
			if entry ~= "" and not __TS__ArrayIncludes(unknown, item) and not names_a_group(run.io, entry, groups) then
				unknown[#unknown + 1] = item
			end
		end
	end
	return unknown
end
--- The access group of LuCI's own calls, its "Log out" among them.
local luci_group = "luci-base"
--- Whether a role has rights but not those without which LuCI's pages are of no use.
local function lacks_luci(io, groups, role)
	local granted = grants_for(io, groups, role.read, role.write)["access-group"] or ({})
	return #role.read + #role.write > 0 and not __TS__ArraySome(
		granted,
		function(____, pair) return pair[1] == luci_group end
	)
end
--- Notes the names of those roles that a finding is about, if there are any.
local function note_roles(run, id, roles)
	if #roles > 0 then
		note(
			run,
			"warning",
			id,
			{roles = table.concat(
				__TS__ArrayMap(
					roles,
					function(____, role) return role.name end
				),
				", "
			)}
		)
	end
end
local function check_roles(run, roles)
	local before = #run.findings
	local logins = local_logins(run.io)
	if #roles == 0 then
		note(run, "error", "roles_none", {})
	end
	for ____, role in ipairs(roles) do
		local must = role_name_problem(role.anonymous == true and "" or role.name, logins)
		if must ~= nil then
			note(run, "error", "role_wrong", {role = role.name, must = must})
		end
	end
	note_roles(
		run,
		"roles_match_nobody",
		__TS__ArrayFilter(
			roles,
			function(____, role) return #role.email + #role.group == 0 end
		)
	)
	note_roles(
		run,
		"roles_without_rights",
		__TS__ArrayFilter(
			roles,
			function(____, role) return #role.read + #role.write == 0 end
		)
	)
	local groups = access_groups(run)
	local names = __TS__ArrayMap(
		groups,
		function(____, group) return group.name end
	)
	if __TS__ArrayIncludes(names, luci_group) then
		note_roles(
			run,
			"roles_without_luci",
			__TS__ArrayFilter(
				roles,
				function(____, role) return lacks_luci(run.io, groups, role) end
			)
		)
	end
	local unknown = unknown_entries(run, names, roles)
	if #unknown > 0 then
		note(
			run,
			"warning",
			"access_groups_unknown",
			{entries = table.concat(unknown, ", ")}
		)
	end
	if #run.findings == before then
		note(
			run,
			"ok",
			"roles_ok",
			{roles = table.concat(
				__TS__ArrayMap(
					roles,
					function(____, role) return role.name end
				),
				", "
			)}
		)
	end
end
--- The sections to check; undefined, and a finding, when there is nothing to check.
local function sections_to_check(run, unsaved)
	local saved = saved_sections(run.io)
	if unsaved ~= nil then
		local completed = with_secret(
			unsaved.values,
			saved.ok and values_of(saved.data) or ({})
		)
		local sections = to_sections({values = completed.values, roles = unsaved.roles})
		return {sections = sections, sendable = completed.sendable}
	end
	if not saved.ok then
		local facts = type(saved.details) == "table" and saved.details or ({})
		local ____note_7 = note
		local ____run_6 = run
		local ____facts_reason_5 = facts.reason
		if ____facts_reason_5 == nil then
			____facts_reason_5 = ""
		end
		____note_7(
			____run_6,
			"error",
			"config_unreadable",
			{reason = tostring(____facts_reason_5)}
		)
	end
	return {sections = saved.ok and saved.data or ({}), sendable = true}
end
--- Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one. That one is
-- only ever sent to the provider it was saved for.
function ____exports.run_check(io, unsaved)
	local run = {io = io, findings = {}, secret = ""}
	local subject = sections_to_check(run, unsaved)
	local section = default_section(subject.sections)
	if section == nil then
		if #run.findings == 0 then
			note(run, "error", "section_missing", {})
		end
		return report_of(run)
	end
	run.secret = values_of(subject.sections).client_secret or ""
	local options = check_options(run, section)
	check_roles(
		run,
		roles_of(subject.sections)
	)
	if io.time() < year_start then
		note(
			run,
			"error",
			"clock_not_set",
			{now = format_time(io.time())}
		)
	end
	if not __TS__ArrayIncludes(options.wrong, "redirect_uri") then
		check_router(run, options.config)
	end
	io.https_settings({ca_file = options.config.ca_file, timeout = options.config.http_timeout > 0 and options.config.http_timeout or total_time, total = total_time})
	check_provider(run, options.config, options.wrong, subject.sendable)
	return report_of(run)
end
return ____exports
