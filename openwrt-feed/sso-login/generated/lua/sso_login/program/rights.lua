-- Generated from src/sso_login/program/rights.ts by "make lua"; do not edit.
--- What the command line says of the rights that roles give.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local plugin = require("sso_login.io.plugin")
local check_parts = require("sso_login.check.parts")
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local strings = require("sso_login.base.strings")
local jws = require("sso_login.jose.jws")
local exchange = require("sso_login.login.exchange")
local access_token = require("sso_login.protocol.access_token")
local preview = require("sso_login.session.preview")
local result = require("sso_login.result")
local rpcd_logins = require("sso_login.session.rpcd_logins")
local session = require("sso_login.session.session")
local load = require("sso_login.settings.load")
local claim_rules = require("sso_login.settings.claim_rules")
local roles = require("sso_login.settings.roles")
local err, ok = result.err, result.ok

local function by_object(grants)
	local scopes = {}
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		local objects = {}
		for _, pair in ipairs(grants[scope] or {}) do
			local functions = objects[pair[1]] or {}
			functions[#functions + 1] = pair[2]
			objects[pair[1]] = functions
		end
		scopes[scope] = objects
	end
	return scopes
end

--- Bytes of a claim that are shown.
local max_shown = 200

--- A claim as far as it decides about roles.
local function print_claim(name, claim, used)
	local nothing = (claim == "" or json.is_array(claim) or json.is_object(claim)) and "empty" or "of no use"
	local shown = #used > 0 and log.escape_value(table.concat(used, ", "), max_shown) or nothing
	console.print("claim " .. (name .. ": ") .. (claim == nil and "absent" or shown))
end

--- Prints the claims that decide about roles, each with what of it counts.
local function print_claims(rules, claims)
	local email = roles.verified_email(rules, claims) or ""
	print_claim(claim_rules.email_claim(rules), claim_rules.email_of(rules, claims), email ~= "" and ({email}) or {})
	for _, name in ipairs(claim_rules.groups_claims(rules)) do
		local claim = claim_rules.find(claims, name)
		print_claim(name, claim, claim_rules.group_names(claim, rules.groups_claim ~= nil))
	end
	print_claim("sub", claims.sub, type(claims.sub) == "string" and ({claims.sub}) or {})
end

local function print_reasons(reasons)
	for _, name in ipairs(strings.sorted_keys(reasons)) do
		for _, reason in ipairs(reasons[name] or {}) do
			local value = log.escape_value(reason.value, max_shown)
			console.print(name .. (((((": by " .. reason.rule) .. " ") .. value) .. " (claim ") .. reason.claim) .. ")")
		end
	end
end

local function print_text(match, access, scopes, reasons)
	console.print(
		"roles: " .. table.concat(lib.ArrayMap(match.roles, function(_, role) return role.name end), ", ")
	)
	console.print("session user name: " .. match.role_name)
	print_reasons(reasons)
	for _, name in ipairs(strings.sorted_keys(access)) do
		local found = access[name]
		if found ~= nil then
			local description = check_parts.parts["can_" .. found.verdict] or ""
			local causes = #found.groups > 0 and ", by " .. table.concat(found.groups, ", ") or ""
			console.print(name .. ((((": " .. found.verdict) .. " (") .. description) .. ")") .. causes)
		end
	end
	for _, scope in ipairs(strings.sorted_keys(scopes)) do
		console.print("")
		console.print(scope .. ":")
		local objects = scopes[scope] or {}
		for _, object in ipairs(strings.sorted_keys(objects)) do
			console.print("  " .. (object .. ": ") .. table.concat(objects[object] or {}, ", "))
		end
	end
end

--- Prints what a user with these roles is allowed, and why where that is known, as text or as one JSON object.
local function ____print(io, match, as_json, reasons)
	local scopes = by_object(session.grants_of(io, match))
	local access = preview.access_of_roles(io, match)
	if as_json then
		local roles_of_user = lib.ArrayMap(match.roles, function(_, role) return role.name end)
		local answer = {
			roles = roles_of_user,
			username = match.role_name,
			because = reasons,
			can = access,
			rights = scopes
		}
		console.print(plugin.encode_answer(answer))
	else
		print_text(match, access, scopes, reasons or {})
	end
end

--- Prints which roles the same claims give at each further provider.
local function print_further(io, usable, claims)
	for _, name in ipairs(
		lib.ArrayFilter(load.providers(io), function(_, provider) return provider ~= names.first end)
	) do
		local config = load.load(io, name)
		local match = config.ok and roles.find_roles_for_user(roles.with_roles(config.data, usable), claims) or config
		console.print(
			"at " .. (name .. ": ") .. (match.ok and table.concat(
				lib.ArrayMap(match.data.roles, function(_, role) return role.name end),
				", "
			) or match.error)
		)
	end
end

--- Bytes of claims: four times the largest ID Token.
local max_claims = 65536

--- The claims in a file, or on standard input (`-`).
local function read_claims(io, file)
	local ____temp_0
	if file == "-" then
		____temp_0 = io.read_input(max_claims)
	else
		____temp_0 = io.read_file(file, max_claims)
	end
	local text = ____temp_0
	local claims = jws.decode_claims(text or "")
	return claims.ok and claims or err("INVALID_REQUEST", {
		file = file,
		reason = "is not a JSON object of at most 64 KB"
	})
end

--- Prints what an exchange of the access token in a file would give, or fails as that would. The provider may be asked for its keys.
local function show_token(io, config, file, as_json)
	if config.api_audience == nil then
		return err("CONFIG_ERROR", {option = "api_audience", must = {id = "set"}})
	end
	local ____temp_1
	if file == "-" then
		____temp_1 = io.read_input(max_claims)
	else
		____temp_1 = io.read_file(file, max_claims)
	end
	local text = ____temp_1
	local token = access_token.verify(
		io,
		config,
		table.concat(strings.split_words(table.concat(lib.StringSplit(text or "", "\n"), " "), " "), ""),
		true
	)
	if not token.ok then
		return token
	end
	local rules = exchange.rules_of(io, config)
	local match = rules.ok and exchange.find_roles(io, config, token.data) or rules
	if rules.ok and not as_json then
		console.print("client: " .. log.escape_value(token.data.client, max_shown))
		print_claims(rules.data, token.data.claims)
	end
	if not rules.ok or not match.ok then
		return match.ok and ok(true) or match
	end
	____print(io, match.data, as_json, preview.reasons_of(rules.data, token.data.claims, match.data, token.data.client))
	return ok(true)
end

--- Prints what a login would be allowed, of `EMAIL GROUP…` or of `--claims FILE`, claims as the provider sends them: these are
-- shown, too, and why they give each role. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
function M.show(io, operands, as_json)
	local config = load.load(io)
	if not config.ok then
		return config
	end
	if operands[1] == "--token" then
		return show_token(io, config.data, operands[2] or "", as_json)
	end
	local logins = rpcd_logins.read_sections(io)
	if not logins.ok then
		return logins
	end
	local from_file = operands[1] == "--claims"
	local usable = rpcd_logins.usable_roles(logins.data, config.data.roles)
	local rules = from_file and roles.with_roles(config.data, usable) or ({roles = usable})
	local typed = {email = operands[1], email_verified = true, groups = lib.ArraySlice(operands, 1)}
	local claims = from_file and read_claims(io, operands[2] or "") or ok(typed)
	if not claims.ok then
		return claims
	end
	local match = roles.find_roles_for_user(rules, claims.data)
	if from_file and not as_json then
		print_claims(rules, claims.data)
	end
	if not as_json then
		print_further(io, usable, claims.data)
	end
	if not match.ok then
		return match
	end
	____print(io, match.data, as_json, from_file and preview.reasons_of(rules, claims.data, match.data) or nil)
	return ok(true)
end

return M
