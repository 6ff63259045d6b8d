-- Generated from src/sso_login/rpcd/session_rules.ts by "make lua"; do not edit.
--- The rules by which sessions stay alive: providers and roles as they are configured now.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local result = require("sso_login.result")
local ok = result.ok
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")
local role_sections = require("sso_login.settings.role_sections")
local role_matching = require("sso_login.rights.role_matching")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local err, ok = result.err, result.ok

--- Reads the rules from the saved configuration; CONFIG_ERROR when this package's sections or rpcd's cannot be read.
function M.read_rules(io)
	local sections = saved_config.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local all = role_sections.of_sections(sections.data)
	local logins = rpcd_logins.read_sections(io)
	if not logins.ok then
		return logins
	end
	return ok({
		providers = package_sections.provider_sections(sections.data),
		all_roles = all.roles,
		faults = all.faults,
		roles = rpcd_logins.usable_roles(logins.data, all.roles),
		logins = logins.data
	})
end

local function lists_of(role)
	return {read = role.read or {}, write = role.write or {}}
end

--- Whether a role still has the lists of access groups that it had at the login.
function M.has_same_lists(rules, role_at_login)
	local now = lib.ArrayFind(rules.roles, function(_, role) return role.name == role_at_login.name end)
	return now ~= nil and rpcd_logins.same_options(lists_of(now), lists_of(role_at_login))
end

--- Whether this router is another client of the provider than at the login; a login of an earlier version does not tell, nor a missing option.
local function is_other_client(options, entry)
	local now = json_values.text_of(options.client_id)
	local are_known = entry.client_id ~= "" and now ~= ""
	return are_known and entry.client_id ~= now
end

--- Whether a program may still exchange tokens for its audience, and as its client; true for a person's session.
local function still_admitted(options, entry)
	if entry.client == "" then
		return true
	end
	local clients = strings.words_of(options.api_client)
	local is_client = #clients == 0 or lib.ArrayIncludes(clients, entry.client)
	return is_client and entry.audience ~= "" and options.api_audience == entry.audience
end

--- Whether a session's user still has every role of the session: `user`, or by the identity in the session's values.
function M.still_authorized(rules, entry, user)
	local section = lib.ArrayFind(
		rules.providers,
		function(_, provider) return provider.name == entry.provider end
	)
	local options = section ~= nil and section.options or {}
	if options.enabled ~= "1" or entry.issuer ~= options.issuer_url then
		return false
	end
	if is_other_client(options, entry) or not still_admitted(options, entry) then
		return false
	end
	return lib.ArrayEvery(lib.ArrayConcat({entry.role}, entry.roles), function(_, name)
		local role = lib.ArrayFind(rules.roles, function(_, candidate) return candidate.name == name end)
		return role ~= nil and role_matching.matches(role, user or entry)
	end)
end

return M
