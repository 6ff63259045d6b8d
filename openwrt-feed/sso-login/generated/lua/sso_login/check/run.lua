-- Generated from src/sso_login/check/run.ts by "make lua"; do not edit.
--- The check: tries what a login would need and says of each point what was found and what to do.
--
-- It works on the saved configuration or on unsaved settings, asks the provider anew, and neither reads nor writes what
-- logins keep in the run directory. It writes nothing to the log, as the caller gets the report. All its calls together
-- take at most 12 seconds.
local lib = require("sso_login.lualib")
local M = {}
local provider = require("sso_login.check.provider")
local report = require("sso_login.check.report")
local router = require("sso_login.check.router")
local load = require("sso_login.settings.load")
local clock = require("sso_login.io.clock")
local options = require("sso_login.check.options")
local passwords = require("sso_login.check.passwords")
local roles = require("sso_login.check.roles")
local page = require("sso_login.settings.page")
local unsaved_secret = require("sso_login.settings.unsaved_secret")
local values = require("sso_login.base.values")
local version = require("sso_login.base.version")

--- The sections to check; undefined, and a finding, when there is nothing to check.
local function sections_to_check(run, unsaved)
	local saved = load.saved_sections(run.io)
	if unsaved ~= nil then
		local completed = unsaved_secret.complete(unsaved.values, saved.ok and page.values_of(saved.data) or {})
		local sections = page.to_sections({values = completed.values, roles = unsaved.roles})
		return {sections = sections, sendable = completed.sendable}
	end
	if not saved.ok then
		local facts = type(saved.details) == "table" and saved.details or {}
		report.error(run, "config_unreadable", {reason = values.text_of(facts.reason)})
	end
	return {sections = saved.ok and saved.data or {}, sendable = true}
end

--- Options and roles of the sections, which need no provider; undefined where there is no section of options.
local function check_sections(run, sections)
	local section = load.default_section(sections)
	if section == nil then
		if #run.findings == 0 then
			report.error(run, "section_missing")
		end
		return nil
	end
	run.secret = page.values_of(sections).client_secret or ""
	local checked = options.check_options(run, section)
	local all = page.roles_of(sections)
	run.lists_groups = lib.ArraySome(all, function(_, role) return #role.group > 0 end)
	roles.check_roles(run, all, checked.config.issuer_url)
	roles.check_programs(run, all, checked.config.api_audience)
	local saved = load.saved_sections(run.io)
	roles.check_sections(run, saved.ok and page.roles_of(saved.data) or {})
	passwords.check_passwords(run, section.options.enabled == "1" and #checked.wrong == 0)
	return checked
end

--- Checks the saved configuration without any call.
function M.check_configuration(io)
	local run = {io = io, findings = {}, secret = ""}
	check_sections(run, sections_to_check(run, nil).sections)
	return report.report_of(run)
end

--- Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one. That one is
-- only ever sent to the provider it was saved for. `begin` is told what is tried next.
function M.run_check(io, unsaved, begin)
	local run = {io = io, findings = {}, secret = "", begin = begin}
	local settings = sections_to_check(run, unsaved)
	local checked = check_sections(run, settings.sections)
	if checked == nil then
		return report.report_of(run)
	end
	if io.time() < version.year_start then
		report.error(run, "clock_not_set", {now = clock.format_time(io.time())})
	end
	report.begin(run, "router")
	router.check_router(run, checked.config)
	io.https_settings({
		ca_file = checked.config.ca_file,
		timeout = checked.config.http_timeout or router.total_time,
		total = router.total_time
	})
	provider.check_provider(run, checked.config, checked.wrong, settings.sendable)
	return report.report_of(run)
end

return M
