-- Generated from src/sso_login/settings/enabled.ts by "make lua"; do not edit.
--- Whether single sign-on is on, at some provider or at one: the only option that the probe needs.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local package_sections = require("sso_login.settings.package_sections")
local err, ok = result.err, result.ok

--- Whether option `enabled` of a provider is `1`. Fails with CONFIG_ERROR when the package cannot be read or is empty.
function M.is_provider_enabled(io, provider)
	local enabled = io.uci_get(public_names.package_name, provider, "enabled")
	if not enabled.ok then
		return err("CONFIG_ERROR", enabled.details)
	end
	-- An option that is absent may be one that this process may not read.
	local found = enabled.data == nil and package_sections.read(io, public_names.package_name) or ok(nil)
	return found.ok and ok(enabled.data == "1") or found
end

--- The same; an option that cannot be read is off.
function M.is_on(io, provider)
	local on = M.is_provider_enabled(io, provider)
	return on.ok and on.data
end

--- The same of any provider.
function M.is_enabled(io)
	local first = M.is_provider_enabled(io, public_names.first)
	if not first.ok or first.data then
		return first
	end
	local found = package_sections.read(io, public_names.package_name)
	return found.ok and ok(
		lib.ArraySome(
			found.data,
			function(_, section) return section.type == "oidc" and section.options.enabled == "1" end
		)
	) or found
end

return M
