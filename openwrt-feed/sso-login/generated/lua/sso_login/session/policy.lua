-- Generated from src/sso_login/session/policy.ts by "make lua"; do not edit.
--- What live sessions depend on: the configuration as it is now, without the options that end no session.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")
local values = require("sso_login.base.values")
local result = require("sso_login.result")
local ok = result.ok
local load = require("sso_login.settings.load")
local role_sections = require("sso_login.settings.role_sections")
local roles = require("sso_login.settings.roles")
local rpcd_logins = require("sso_login.session.rpcd_logins")
local err, ok = result.err, result.ok

--- Reads the policy from the saved configuration; CONFIG_ERROR when the roles or rpcd's sections cannot be read.
function M.read_policy(io)
	local sections = load.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local all = role_sections.of_sections(sections.data)
	if not all.ok then
		return all
	end
	local providers = {}
	for _, section in ipairs(load.provider_sections(sections.data)) do
		local saved = section.options
		providers[section.name] = {
			enabled = saved.enabled == "1",
			issuer = values.text_of(saved.issuer_url),
			client_id = values.text_of(saved.client_id),
			audience = values.text_of(saved.api_audience),
			clients = strings.words_of(saved.api_client)
		}
	end
	local logins = rpcd_logins.read_sections(io)
	if not logins.ok then
		return logins
	end
	return ok({
		providers = providers,
		all_roles = all.data,
		roles = rpcd_logins.usable_roles(logins.data, all.data),
		logins = logins.data
	})
end

--- Whether a session came in by a way that is still open.
local function still_admitted(policy, entry)
	if entry.client == "" then
		return true
	end
	local is_client = #policy.clients == 0 or lib.ArrayIncludes(policy.clients, entry.client)
	return is_client and policy.audience ~= "" and policy.audience == entry.audience
end

--- Whether a session's user still has all roles that it was given, by the identity that it keeps.
function M.still_authorized(policy, entry)
	local provider = policy.providers[entry.provider]
	if provider == nil or not provider.enabled or entry.issuer ~= provider.issuer then
		return false
	end
	-- A session of an earlier version does not say of which client it is, and an option that is missing does not end any.
	local is_other = entry.client_id ~= "" and provider.client_id ~= "" and entry.client_id ~= provider.client_id
	if is_other or not still_admitted(provider, entry) then
		return false
	end
	return lib.ArrayEvery(lib.ArrayConcat({entry.role}, entry.roles), function(_, name)
		local role = lib.ArrayFind(policy.roles, function(_, candidate) return candidate.name == name end)
		return role ~= nil and roles.matches(role, entry)
	end)
end

return M
