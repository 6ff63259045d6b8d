-- Generated from src/sso_login/passwords/ways_in.ts by "make lua"; do not edit.
--- The ways in while passwords are refused: providers at which users log in, and change everything.
local lib = require("sso_login.lualib")
local M = {}
local names = require("sso_login.base.names")
local values = require("sso_login.base.values")
local package_sections = require("sso_login.settings.sections")
local validation = require("sso_login.settings.validation")
local role_sections = require("sso_login.settings.role_sections")
local roles = require("sso_login.rights.roles")
local acl = require("sso_login.rights.acl")
local administrators = require("sso_login.passwords.administrators")
local rpcd_logins = require("sso_login.rpcd.logins")

local function switched_on(sections)
	return lib.ArrayFilter(
		package_sections.provider_sections(sections),
		function(_, section) return section.options.enabled == "1" end
	)
end

local function open_providers(sections)
	return lib.ArrayFilter(
		switched_on(sections),
		function(_, section) return validation.from_sections(sections, section.name).ok end
	)
end

--- Whether somebody can log in with a role that changes everything by itself.
function M.has_administrator(io, sections)
	local open = open_providers(sections)
	local all = role_sections.of_sections(sections)
	local logins = rpcd_logins.read_sections(io)
	local usable = all.ok and logins.ok and rpcd_logins.usable_roles(logins.data, all.data) or {}
	local groups = acl.read_groups(io).groups
	return lib.ArraySome(
		usable,
		function(_, role) return lib.ArraySome(
			open,
			function(_, section) return roles.lists_somebody(
				role,
				section.name,
				values.text_of(section.options.issuer_url)
			) end
		) and administrators.change_everything(io, groups, {role}) end
	)
end

--- The reason why nobody gets in by single sign-on; undefined where somebody does.
function M.obstacle(io, sections)
	if #switched_on(sections) == 0 then
		return "disabled"
	end
	local open = open_providers(sections)
	if #open == 0 then
		return "config_wrong"
	end
	local is_first = lib.ArraySome(open, function(_, section) return section.name == names.first end)
	return not (is_first or M.has_administrator(io, sections)) and "not_everything" or nil
end

return M
