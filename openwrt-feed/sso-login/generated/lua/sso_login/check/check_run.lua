-- Generated from src/sso_login/check/check_run.ts by "make lua"; do not edit.
--- The check tries everything that a login needs, and reports findings with advice.
--
-- It works on the saved configuration or on unsaved settings, and asks the provider without caches; logins go by the metadata that a check of
-- the saved configuration has found. It only tries whether the files of logins could be written. It writes nothing to the log. All its calls to a
-- provider together take at most 12 seconds.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local provider_check = require("sso_login.check.provider_check")
local ready = require("sso_login.check.ready")
local report = require("sso_login.check.report")
local storage_check = require("sso_login.check.storage_check")
local web_server_check = require("sso_login.check.web_server_check")
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")
local clock = require("sso_login.io.clock")
local option_check = require("sso_login.check.option_check")
local password_check = require("sso_login.check.password_check")
local revalidation_check = require("sso_login.check.revalidation_check")
local role_check = require("sso_login.check.role_check")
local role_sections = require("sso_login.settings.role_sections")
local page_settings = require("sso_login.settings.page_settings")
local version = require("sso_login.base.version")

--- The sections to check, and the providers to which a saved secret may not be sent; a finding where nothing can be read.
local function sections_to_check(run, unsaved)
	local read = saved_config.saved_sections(run.io)
	local saved = read.ok and read.data or {}
	if unsaved ~= nil then
		return page_settings.completed_sections(unsaved.sections, saved)
	end
	if not read.ok then
		report.error_of(run, "config_unreadable", read)
	end
	return {sections = saved, unsendable = {}}
end

--- Makes the next findings those of a provider, whose secret they may not show.
local function turn_to(run, sections, name)
	run.provider = #package_sections.provider_sections(sections) > 1 and name or nil
	run.secret = page_settings.values_of(sections, name).client_secret or ""
end

--- Checks options, roles and passwords, which needs no calls; returns the providers' configurations, none without a section `default`.
local function check_sections(run, sections)
	if package_sections.section_of(sections, public_names.first) == nil then
		if #run.findings == 0 then
			report.error(run, "section_missing")
		end
		return {}
	end
	local checked = {}
	local all = page_settings.roles_of(sections)
	for _, each in ipairs(package_sections.provider_sections(sections)) do
		turn_to(run, sections, each.name)
		checked[#checked + 1] = option_check.check_options(run, sections, each)
	end
	run.provider = nil
	run.roles = all
	role_check.check_roles(run, all, lib.ArrayMap(checked, function(_, found) return found.config end))
	for _, found in ipairs(checked) do
		turn_to(run, sections, found.config.provider)
		role_check.check_programs(run, all, found.config.api_audience)
	end
	run.provider = nil
	local saved = saved_config.saved_sections(run.io)
	role_check.check_sections(run, saved.ok and role_sections.of_sections(saved.data).roles or {})
	password_check.check_passwords(run, sections)
	return checked
end

--- Checks the saved configuration without calls.
function M.check_configuration(io)
	local run = report.new_run(io, "", 0)
	check_sections(run, sections_to_check(run, nil).sections)
	return report.report_of(run)
end

--- Checks the saved configuration, or unsaved settings, in which an absent client secret is the saved one; that is sent only to the
-- provider for which it was saved. `named` is one of several providers. `begin` is called before each step. `quick` leaves out the tries of the client.
function M.run_check(io, unsaved, named, begin, quick)
	local run = report.new_run(io, "", 0, begin)
	run.quick = quick
	run.is_saved = unsaved == nil
	-- The calls would end this process.
	if not ready.is_ready(io) then
		report.error(run, "part_unusable")
		return report.report_of(run)
	end
	local settings = sections_to_check(run, unsaved)
	local checked = check_sections(run, settings.sections)
	storage_check.check_storage(run, unsaved ~= nil)
	if #checked > 0 and io.time() < version.year_start then
		report.error(run, "clock_not_set", {now = clock.format_time(io.time())})
	end
	local first = checked[1]
	if first ~= nil then
		web_server_check.check_login_page(run, first.config)
	end
	for _, found in ipairs(
		lib.ArrayFilter(checked, function(_, one) return named == nil or one.config.provider == named end)
	) do
		local name = found.config.provider
		turn_to(run, settings.sections, name)
		-- A provider that does not answer costs the others nothing.
		run.total_time = run.total_time + web_server_check.total_time
		if unsaved == nil then
			revalidation_check.check_revalidation(run, found.config)
		end
		run.begin("router")
		web_server_check.check_web_server(run, found.config)
		io.https_settings({
			ca_file = found.config.ca_file,
			timeout = found.config.http_timeout or web_server_check.total_time,
			total = run.total_time
		})
		provider_check.check_provider(
			run,
			found.config,
			found.wrong,
			not lib.ArrayIncludes(settings.unsendable, name)
		)
	end
	run.findings = lib.ArrayFilter(
		run.findings,
		function(_, one) return named == nil or (one.provider or named) == named end
	)
	return report.report_of(run)
end

return M
