-- Generated from src/sso_login/check/run.ts by "make lua"; do not edit.
local lib, provider, report, router, load, clock, options, roles, page, strings, values, version =
    require("sso_login.use")("lualib", "check.provider", "check.report", "check.router", "settings.load", "io.clock", "check.options", "check.roles", "settings.page", "base.strings", "base.values", "base.version")
local M = {}
--- The options that decide to whom the client secret goes.
local address_options = {"issuer_url", "internal_issuer_url", "ca_file"}
--- The unsaved values with the saved client secret where they have none, and whether that may be sent.
local function with_secret(unsaved, saved)
	if (unsaved.client_secret or "") ~= "" then
		return {values = unsaved, sendable = true}
	end
	local completed = {}
	for _, option in ipairs(strings.sorted_keys(unsaved)) do
		local value = unsaved[option]
		if value ~= nil then
			completed[option] = value
		end
	end
	completed.client_secret = saved.client_secret or ""
	local redirected = lib.ArraySome(
		address_options,
		function(_, option) return (unsaved[option] or "") ~= (saved[option] or "") end
	)
	return {values = completed, sendable = not redirected}
end
--- The sections to check; undefined, and a finding, when there is nothing to check.
local function sections_to_check(run, unsaved)
	local saved = load.saved_sections(run.io)
	if unsaved ~= nil then
		local completed = with_secret(
			unsaved.values,
			saved.ok and page.values_of(saved.data) or {}
		)
		local sections = page.to_sections({values = completed.values, roles = unsaved.roles})
		return {sections = sections, sendable = completed.sendable}
	end
	if not saved.ok then
		local facts = type(saved.details) == "table" and saved.details or {}
		report.error(
			run,
			"config_unreadable",
			{reason = values.text_of(facts.reason)}
		)
	end
	return {sections = saved.ok and saved.data or {}, sendable = true}
end
--- Options and roles of the sections, which need no provider; undefined where there is no section of options.
local function judge_sections(run, sections)
	local section = load.default_section(sections)
	if section == nil then
		if #run.findings == 0 then
			report.error(run, "section_missing")
		end
		return nil
	end
	run.secret = page.values_of(sections).client_secret or ""
	local judged = options.check_options(run, section)
	local all = page.roles_of(sections)
	run.lists_groups = lib.ArraySome(
		all,
		function(_, role) return #role.group > 0 end
	)
	roles.check_roles(run, all, judged.config.issuer_url)
	local saved = load.saved_sections(run.io)
	roles.check_sections(
		run,
		saved.ok and page.roles_of(saved.data) or {}
	)
	return judged
end
--- Checks the saved configuration by itself: nobody is asked.
function M.check_configuration(io)
	local run = {io = io, findings = {}, secret = ""}
	judge_sections(
		run,
		sections_to_check(run, nil).sections
	)
	return report.report_of(run)
end
--- Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one. That one is
-- only ever sent to the provider it was saved for.
function M.run_check(io, unsaved)
	local run = {io = io, findings = {}, secret = ""}
	local subject = sections_to_check(run, unsaved)
	local judged = judge_sections(run, subject.sections)
	if judged == nil then
		return report.report_of(run)
	end
	if io.time() < version.year_start then
		report.error(
			run,
			"clock_not_set",
			{now = clock.format_time(io.time())}
		)
	end
	router.check_router(run, judged.config)
	io.https_settings({ca_file = judged.config.ca_file, timeout = judged.config.http_timeout or router.total_time, total = router.total_time})
	provider.check_provider(run, judged.config, judged.wrong, subject.sendable)
	return report.report_of(run)
end
return M
