-- Generated from src/sso_login/registration/registration_options.ts by "make lua"; do not edit.
--- The options with which a router registers itself: those of a page or a command, of the saved section, and of the first provider.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local uci_commit = require("sso_login.rpcd.uci_commit")
local report = require("sso_login.check.report")
local provider_config = require("sso_login.settings.provider_config")
local option_forms = require("sso_login.settings.option_forms")
local page_settings = require("sso_login.settings.page_settings")
local package_sections = require("sso_login.settings.package_sections")
local config_validation = require("sso_login.settings.config_validation")

--- Options that the registration uses.
local used = {"issuer_url", "internal_issuer_url", "ca_file", "redirect_uri", "scope", "token_endpoint_auth_method"}

--- Stands for the values that only the provider can give, while the other options are validated.
local placeholder = "to-be-registered"

--- The section of a provider with other options.
local function with_options(saved, provider, options)
	local before = package_sections.section_of(saved, provider)
	local all = {}
	for _, part in ipairs({before ~= nil and before.options or {}, options}) do
		for _, name in ipairs(lib.ObjectKeys(part)) do
			all[name] = part[name]
		end
	end
	return {name = provider, type = "oidc", anonymous = false, options = all}
end

--- The configuration with these options; undefined, and a finding for each that is wrong, where it cannot be used.
function M.config_with(run, saved, provider, options)
	local changed = with_options(saved, provider, options)
	local validated = config_validation.validate_section(saved, changed)
	for _, problem in ipairs(validated.problems) do
		report.error(run, "option_wrong", {option = problem.option, must = problem.must})
	end
	return #validated.problems == 0 and provider_config.to_config(validated.values, {}, provider) or nil
end

--- The options for a registration before it is made: the redirect URI of a further provider is at the address of the first one's.
function M.of_order(saved, order)
	local first = page_settings.values_of(saved, public_names.first)
	local own = page_settings.values_of(saved, order.provider)
	local address = first.redirect_uri
	local others = {scope = first.scope}
	if address ~= nil then
		others.redirect_uri = strings.before(address, public_names.callback_path) .. option_forms.callback_path(
			order.provider
		)
	end
	local options = {client_id = placeholder, client_secret = placeholder}
	for _, name in ipairs(used) do
		options[name] = order.options[name] or own[name] or others[name] or ""
	end
	return options
end

--- Writes options of the provider's section in one commit; a finding where that fails.
function M.save(run, provider, options)
	local io = run.io
	local growth = ("\nconfig oidc '" .. provider) .. "'\n"
	io.uci_add(public_names.package_name, provider, "oidc")
	for _, option in ipairs(strings.sorted_keys(options)) do
		local value = options[option] or ""
		if value ~= "" then
			io.uci_set(public_names.package_name, provider, option, value)
			growth = growth .. ((("\toption " .. option) .. " '") .. value) .. "'\n"
		else
			io.uci_delete(public_names.package_name, provider, option)
		end
	end
	local written = uci_commit.commit(io, public_names.package_name, growth, function(after)
		local found = page_settings.values_of(after, provider)
		return lib.ArrayEvery(
			strings.sorted_keys(options),
			function(_, option) return (found[option] or "") == options[option] end
		)
	end)
	if not written.ok then
		report.error_of(run, "register_not_saved", written)
	end
	return written.ok
end

return M
