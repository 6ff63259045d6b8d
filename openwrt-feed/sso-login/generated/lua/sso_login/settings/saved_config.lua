-- Generated from src/sso_login/settings/saved_config.ts by "make lua"; do not edit.
--- The saved configuration: the UCI package `sso-login` (specification, "Configuration").
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local enabled = require("sso_login.settings.enabled")
local compiled_config = require("sso_login.settings.compiled_config")
local package_sections = require("sso_login.settings.package_sections")
local err, ok = result.err, result.ok

--- Loaded for a failure.
local function failures()
	return require("sso_login.base.failures")
end

--- Loaded where no configuration of these sections was compiled.
local function config_validation()
	return require("sso_login.settings.config_validation")
end

--- The sections of the package; CONFIG_ERROR when it cannot be read or is empty.
function M.saved_sections(io)
	return package_sections.read(io, public_names.package_name)
end

--- Loads and checks the configuration of a provider. CONFIG_ERROR with the option at fault, and the provider where there are several.
function M.load(io, name)
	local saved = M.saved_sections(io)
	if not saved.ok then
		return saved
	end
	local section = package_sections.section_of(saved.data, name)
	local kept = section ~= nil and compiled_config.find(io, saved.data, section) or nil
	if kept ~= nil then
		return ok(kept)
	end
	local config = config_validation().from_sections(saved.data, name)
	return config.ok and config or failures().about(package_sections.log_name(saved.data, name), config)
end

--- The same of a provider that is on; SSO_DISABLED where its switch is off.
function M.load_enabled(io, provider)
	local on = enabled.is_provider_enabled(io, provider)
	if not on.ok then
		return on
	end
	return on.data and M.load(io, provider) or err("SSO_DISABLED")
end

--- The names of the providers' sections in file order; none where the package cannot be read.
function M.providers(io)
	local saved = M.saved_sections(io)
	return saved.ok and lib.ArrayMap(
		package_sections.provider_sections(saved.data),
		function(_, section) return section.name end
	) or {}
end

--- The names of the providers that are on and have a value for an option, this one where it is given.
function M.providers_with(io, option, value)
	local saved = M.saved_sections(io)
	local all = saved.ok and package_sections.provider_sections(saved.data) or {}
	local found = lib.ArrayFilter(all, function(_, section)
		local given = section.options[option] or ""
		local is_meant
		if value == nil then
			is_meant = given ~= ""
		else
			is_meant = given == value
		end
		return section.options.enabled == "1" and is_meant
	end)
	return lib.ArrayMap(found, function(_, section) return section.name end)
end

--- The first provider that is on and has this issuer; undefined where there is none.
function M.of_issuer(io, issuer)
	local found = M.providers_with(io, "issuer_url", issuer)
	return lib.ArrayIncludes(found, public_names.first) and public_names.first or found[1]
end

return M
