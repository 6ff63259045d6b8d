-- Generated from src/sso_login/check/option_check.ts by "make lua"; do not edit.
--- The part of the check that judges the options of a provider's section.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local package_sections = require("sso_login.settings.package_sections")
local config_validation = require("sso_login.settings.config_validation")
local certificates = require("sso_login.settings.certificates")
local provider_config = require("sso_login.settings.provider_config")
local option_table = require("sso_login.settings.option_table")
local report = require("sso_login.check.report")
local typos = require("sso_login.check.typos")

--- Notes a file of option ca_file that has no authority's certificate.
local function check_ca_file(run, file)
	local text = run.io.read_file(file, certificates.max_file)
	local kind = text ~= nil and certificates.kind_of(text) or nil
	if kind == "server" then
		report.warning(run, "ca_file_server", {file = file})
	elseif kind ~= "authority" then
		local reason = {id = kind == nil and "file_unreadable" or "file_without_certificate"}
		report.error(run, "ca_file_unusable", {file = file, reason = reason})
	end
end

--- Options that are copied from a provider's page, or typed; first the addresses.
local addresses = {"issuer_url", "internal_issuer_url", "redirect_uri"}
local copied = lib.ArrayConcat(addresses, {
	"client_id",
	"scope",
	"client_secret",
	"api_audience",
	"email_claim",
	"groups_claim"
})

--- Notes typing mistakes in options that their rules permit, or whose rules do not name them; returns the options that no call may use.
local function check_typos(run, section)
	local unusable = {}
	for _, option in ipairs(copied) do
		local value = section.options[option] or ""
		for _, text in ipairs(type(value) == "string" and ({value}) or value) do
			local character = typos.odd_character(text, lib.ArrayIncludes(addresses, option))
			local placeholder = lib.ArrayIncludes(addresses, option) and typos.placeholder_in(text) or nil
			if character ~= nil then
				report.warning(run, "option_character", {option = option, character = character})
			end
			if placeholder ~= nil then
				report.error(run, "option_placeholder", {option = option, placeholder = placeholder})
				unusable[#unusable + 1] = option
			end
		end
	end
	return unusable
end

--- Notes each problem of a provider's section, and returns the configuration for the rest of the check.
function M.check_options(run, sections, section)
	local validated = config_validation.validate_section(sections, section)
	for _, problem in ipairs(validated.problems) do
		report.error(run, "option_wrong", {option = problem.option, must = problem.must})
	end
	local known = lib.ArrayMap(option_table.section_rows(), function(_, row) return row.name end)
	local unknown = lib.ArrayFilter(
		strings.sorted_keys(section.options),
		function(_, option) return not lib.ArrayIncludes(known, option) end
	)
	report.warn_of(run, "option_unknown", "options", unknown)
	local before = #run.findings
	local unusable = check_typos(run, section)
	if #validated.problems + #unknown + #run.findings == before then
		report.ok(run, "options_ok")
	end
	local claim = validated.values.email_claim or "email"
	if claim ~= "email" and validated.values.email_claim_trusted == "1" then
		report.ok(run, "email_claim_trusted", {claim = claim})
	elseif claim ~= "email" then
		report.warning(run, "email_claim_untrusted", {claim = claim})
	end
	local is_first = section.name == public_names.first
	if is_first and validated.values.client_limit == nil and section.options.password_login ~= "off" then
		report.warning(run, "client_limit_absent")
	end
	local ca_file = validated.values.ca_file
	if ca_file ~= nil then
		check_ca_file(run, ca_file)
	end
	if section.options.enabled ~= "1" then
		report.warning(run, "disabled")
	end
	local started = validated.values.auto_redirect or "0"
	local is_named = started ~= "0" and started ~= "1"
	if is_named and package_sections.section_of(sections, started) == nil then
		report.warning(run, "auto_redirect_gone", {provider = started})
	end
	local checked = provider_config.to_config(validated.values, {}, section.name)
	checked.log_name = package_sections.log_name(sections, section.name)
	return {
		config = checked,
		wrong = lib.ArrayConcat(
			lib.ArrayMap(validated.problems, function(_, problem) return problem.option end),
			unusable
		)
	}
end

return M
