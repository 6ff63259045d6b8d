-- Generated from src/sso_login/answers/settings_answer.ts by "make lua"; do not edit.
--- The answer of the ubus method `get`: the saved settings, the rights that roles may give, and the live sessions.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local version = require("sso_login.base.version")
local client_keys = require("sso_login.jose.client_keys")
local result = require("sso_login.result")
local ok = result.ok
local access_level = require("sso_login.rights.access_level")
local acl = require("sso_login.rights.acl")
local unknown_groups = require("sso_login.rights.unknown_groups")
local menu = require("sso_login.rights.menu")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local package_sections = require("sso_login.settings.package_sections")
local saved_config = require("sso_login.settings.saved_config")
local page_settings = require("sso_login.settings.page_settings")
local role_sections = require("sso_login.settings.role_sections")
local panels = require("sso_login.answers.panels")
local password_method = require("sso_login.answers.password_method")
local err, ok = result.err, result.ok

--- The access groups by name, with the first of several descriptions.
local function access_groups(io)
	local read = acl.read_groups(io)
	local groups = read.groups
	local levels = unknown_groups.mark(access_level.of_groups(io, groups), read.ignored)
	local shown = lib.ArrayFilter(
		levels,
		function(_, group) return group.name ~= public_names.reduced_luci_group end
	)
	return lib.ArrayMap(shown, function(_, group)
		local described = lib.ArrayFind(
			groups,
			function(_, candidate) return candidate.name == group.name and candidate.description ~= "" end
		)
		return {
			name = group.name,
			description = described ~= nil and described.description or "",
			read = group.read,
			write = group.write,
			gives = group.gives ~= nil and json.list(group.gives) or nil,
			unknown_in = group.unknown_in ~= nil and json.list(group.unknown_in) or nil,
			downloads = group.downloads ~= nil and json.list(group.downloads) or nil,
			leads_out = group.leads_out ~= nil and json.list(group.leads_out) or nil
		}
	end)
end

--- Whether a caller may change the settings; root in the shell, who has no session, may.
local function may_write(io, sid)
	local right = {ubus_rpc_session = sid, scope = "uci", object = public_names.package_name, ["function"] = "write"}
	local reply = sid ~= "" and io.ubus_call("session", "access", right) or nil
	return reply == nil or reply.ok and reply.data ~= nil and reply.data.access == true
end

--- The lists of a role that name people and programs.
local member_lists = {"email", "group", "sub", "client"}

local function role_answer(role, with_members)
	local answer = {anonymous = role.anonymous, sub_issuer = role.sub_issuer}
	for _, list in ipairs(role_sections.list_names) do
		answer[list] = json.list(
			(with_members or not lib.ArrayIncludes(member_lists, list)) and (role[list] or {}) or {}
		)
	end
	answer.name = role.name
	return answer
end

local function has_secret(sections, provider)
	return (page_settings.values_of(sections, provider).client_secret or "") ~= ""
end

local function rights_answer(io)
	return {
		access_groups = json.list(access_groups(io)),
		pages = json.list(
			lib.ArrayMap(
				menu.all_pages(io),
				function(_, entry) return {
					path = entry.path,
					titles = json.list(entry.titles),
					groups = json.list(entry.groups)
				} end
			)
		)
	}
end

--- `sid` is the caller's session. A caller that may not change the settings does not see other users' sessions and addresses. `with_page`
-- opens LuCI's login page for the question whether the caller may turn passwords off.
local function people_answer(io, sid, may_see_all, with_page)
	return {
		sessions = json.list(
			lib.ArrayFilter(panels.sessions(io, sid), function(_, entry) return may_see_all or entry.own end)
		),
		password_login = password_method.answer(io, sid, may_see_all, with_page)
	}
end

--- The saved settings, valid or not, with the members of roles or without; CONFIG_ERROR when UCI cannot read the package.
local function saved_answer(io, with_members)
	local sections = saved_config.saved_sections(io)
	if not sections.ok then
		return sections
	end
	local logins = rpcd_logins.read_sections(io)
	local all = package_sections.provider_sections(sections.data)
	local further = lib.ArrayFilter(all, function(_, section) return section.name ~= public_names.first end)
	return ok({
		values = page_settings.shown_values(sections.data, public_names.first),
		client_secret_set = has_secret(sections.data, public_names.first),
		providers = json.list(
			lib.ArrayMap(
				further,
				function(_, section) return {
					name = section.name,
					values = page_settings.shown_values(sections.data, section.name),
					client_secret_set = has_secret(sections.data, section.name)
				} end
			)
		),
		roles = json.list(
			lib.ArrayMap(
				page_settings.roles_of(sections.data),
				function(_, role) return role_answer(role, with_members) end
			)
		),
		logins = json.list(rpcd_logins.local_logins(logins.ok and logins.data or {})),
		jwks = client_keys.public_set(io),
		version = version.version
	})
end

--- One part of the settings page's data, `saved`, `rights`, `people` or `sessions` (which opens no login page), or everything where `part` is "". A caller that may not change
-- the settings gets neither the members of roles nor other users' sessions and addresses. CONFIG_ERROR when UCI cannot read the package.
function M.get_settings(io, sid, part)
	if part == "rights" then
		return ok(rights_answer(io))
	end
	local may_see_all = may_write(io, sid)
	if part == "people" or part == "sessions" then
		return ok(people_answer(io, sid, may_see_all, part == "people"))
	end
	local saved = saved_answer(io, may_see_all)
	if not saved.ok or part == "saved" then
		return saved
	end
	local all = {}
	local parts = {saved.data, rights_answer(io), people_answer(io, sid, may_see_all, true)}
	for _, each in ipairs(parts) do
		for _, name in ipairs(strings.sorted_keys(each)) do
			all[name] = each[name]
		end
	end
	return ok(all)
end

return M
