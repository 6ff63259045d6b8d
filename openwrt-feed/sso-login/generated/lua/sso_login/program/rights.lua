-- Generated from src/sso_login/program/rights.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local plugin = require("sso_login.io.plugin")
local check_texts = require("sso_login.check.texts")
local strings = require("sso_login.base.strings")
local acl = require("sso_login.session.acl")
local lists = require("sso_login.session.lists")
local reach = require("sso_login.session.reach")
local session = require("sso_login.session.session")
local function by_object(grants)
	local scopes = {}
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		local objects = {}
		for _, pair in ipairs(grants[scope] or ({})) do
			local functions = objects[pair[1]] or ({})
			functions[#functions + 1] = pair[2]
			objects[pair[1]] = functions
		end
		scopes[scope] = objects
	end
	return scopes
end
--- How far each matching role reaches, by name.
local function reaches_of(io, match)
	local groups = reach.of_groups(
		io,
		acl.read_groups(io).groups
	)
	local reaches = {}
	for _, role in ipairs(match.roles) do
		local found = lists.reach_of(io, groups, role)
		reaches[role.name] = {
			verdict = found.verdict,
			groups = json.list(found.groups)
		}
	end
	return reaches
end
local function print_text(match, reaches, scopes)
	console.print("roles: " .. table.concat(
		lib.ArrayMap(
			match.roles,
			function(_, role) return role.name end
		),
		", "
	))
	console.print("session user name: " .. match.role_name)
	for _, name in ipairs(strings.sorted_keys(reaches)) do
		local found = reaches[name]
		if found ~= nil then
			local words = check_texts.parts["can_" .. found.verdict] or ""
			local causes = #found.groups > 0 and ", by " .. table.concat(found.groups, ", ") or ""
			console.print((((((name .. ": ") .. found.verdict) .. " (") .. words) .. ")") .. causes)
		end
	end
	for _, scope in ipairs(strings.sorted_keys(scopes)) do
		console.print("")
		console.print(scope .. ":")
		local objects = scopes[scope] or ({})
		for _, object in ipairs(strings.sorted_keys(objects)) do
			console.print((("  " .. object) .. ": ") .. table.concat(objects[object] or ({}), ", "))
		end
	end
end
--- Prints what a user with these roles is allowed, as text or as one JSON object.
function M.print(io, match, as_json)
	local scopes = by_object(session.grants_of(io, match))
	local reaches = reaches_of(io, match)
	if as_json then
		local names = lib.ArrayMap(
			match.roles,
			function(_, role) return role.name end
		)
		console.print(plugin.encode_answer({roles = names, username = match.role_name, can = reaches, rights = scopes}))
	else
		print_text(match, reaches, scopes)
	end
end
return M
