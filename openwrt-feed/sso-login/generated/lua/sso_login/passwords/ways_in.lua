-- Generated from src/sso_login/passwords/ways_in.ts by "make lua"; do not edit.
--- The ways in while passwords are refused: people who log in by single sign-on with roles that together change everything.
local lib = require("sso_login.lualib")
local M = {}
local certificates = require("sso_login.settings.certificates")
local json_values = require("sso_login.base.json_values")
local client_authentication = require("sso_login.protocol.client_authentication")
local client_keys = require("sso_login.jose.client_keys")
local acl = require("sso_login.rights.acl")
local permissions = require("sso_login.rights.permissions")
local role_matching = require("sso_login.rights.role_matching")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local role_sections = require("sso_login.settings.role_sections")
local package_sections = require("sso_login.settings.package_sections")
local config_validation = require("sso_login.settings.config_validation")
local web_ports = require("sso_login.settings.web_ports")

--- The fault for which nobody can log in at a provider, as far as the router knows; undefined where there is none.
local function provider_fault(io, sections, provider)
	local config = config_validation.from_sections(sections, provider)
	if not config.ok then
		return {id = "provider_wrong", params = {provider = provider}}
	end
	local ca_file = config.data.ca_file
	if ca_file ~= nil and certificates.kind_of(io.read_file(ca_file, certificates.max_file) or "") == "none" then
		return {id = "provider_ca_file", params = {provider = provider, file = ca_file}}
	end
	local alg = client_authentication.alg_of(config.data)
	local has_key = config.data.token_endpoint_auth_method == "private_key_jwt"
	return has_key and client_keys.newest(io, alg) == nil and ({
		id = "provider_key",
		params = {provider = provider, alg = alg}
	}) or nil
end

--- Whether a role lists some person at a provider of this issuer, and counts in a browser.
function M.lists_somebody(role, provider, issuer)
	local email = (role.email or {})[1]
	local sub = (role.sub or {})[1]
	return role_matching.matches(role, {
		email = email,
		groups = role.group or {},
		sub = sub,
		issuer = issuer,
		provider = provider
	})
end

--- The fault for which nobody has a role at these providers; undefined where there is none.
local function role_fault(role, open, is_usable)
	local params = {role = role.name}
	if not is_usable then
		return {id = "role_of_login", params = params}
	end
	if #lib.ArrayConcat(role.email, role.group, role.sub or {}) == 0 then
		return {id = "role_lists_nobody", params = params}
	end
	if not role_matching.allows(role, "web") then
		return {id = "role_for_programs", params = params}
	end
	local is_somewhere = lib.ArraySome(
		open,
		function(_, section) return M.lists_somebody(
			role,
			section.name,
			json_values.text_of(section.options.issuer_url)
		) end
	)
	return not is_somewhere and ({id = "role_without_provider", params = params}) or nil
end

--- Adds the fault of each member to `faults`, and returns the members without one.
local function without_faults(members, faults, fault_of)
	return lib.ArrayFilter(members, function(_, member)
		local fault = fault_of(member)
		if fault ~= nil then
			faults[#faults + 1] = fault
		end
		return fault == nil
	end)
end

--- The ways in by the sections of this service, saved or not.
function M.find(io, sections)
	local faults = {}
	local ports = web_ports.of_uhttpd(io)
	if ports ~= nil and #ports == 0 then
		return {obstacle = "config_wrong", faults = {{id = "no_https"}}}
	end
	local providers = lib.ArrayFilter(
		package_sections.provider_sections(sections),
		function(_, section) return section.options.enabled == "1" end
	)
	if #providers == 0 then
		return {obstacle = "disabled", faults = {{id = "all_off"}}}
	end
	local open = without_faults(
		providers,
		faults,
		function(section) return provider_fault(io, sections, section.name) end
	)
	local all = role_sections.of_sections(sections).roles
	if #open == 0 then
		return {obstacle = "config_wrong", faults = faults}
	end
	local logins = rpcd_logins.read_sections(io)
	local usable = lib.ArrayMap(
		rpcd_logins.usable_roles(logins.ok and logins.data or {}, all),
		function(_, role) return role.name end
	)
	local roles = without_faults(
		all,
		faults,
		function(role) return role_fault(role, open, lib.ArrayIncludes(usable, role.name)) end
	)
	local groups = acl.read_groups(io).groups
	if acl.change_everything(io, groups, roles) then
		return {faults = faults}
	end
	local missing = permissions.summarize(acl.groups_beyond(io, groups, roles))
	local lack = missing ~= "" and ({id = "roles_lack", params = {groups = missing}}) or ({id = "no_group"})
	faults[#faults + 1] = #all > 0 and lack or ({id = "no_role"})
	return {obstacle = "not_everything", faults = faults}
end

return M
