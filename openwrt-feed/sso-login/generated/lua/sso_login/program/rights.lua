-- Generated from src/sso_login/program/rights.ts by "make lua"; do not edit.
local lib, console, json, plugin, check_texts, log, strings, values, acl, lists, reach, result, rpcd_logins, session, load, claim_rules, roles =
    require("sso_login.use")("lualib", "io.console", "io.json", "io.plugin", "check.texts", "base.log", "base.strings", "base.values", "session.acl", "session.lists", "session.reach", "result", "session.rpcd_logins", "session.session", "settings.load", "settings.claims", "settings.roles")
local M = {}
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
--- Bytes of a claim that are shown.
local max_shown = 200
--- A claim as far as it decides about roles.
local function print_claim(name, claim, counting)
	local nothing = (claim == "" or json.is_array(claim) or json.is_object(claim)) and "empty" or "of no use"
	local shown = #counting > 0 and log.escape_value(
		table.concat(counting, ", "),
		max_shown
	) or nothing
	console.print("claim " .. (name .. ": ") .. (claim == nil and "absent" or shown))
end
--- Prints the claims that decide about roles, each with what of it counts.
local function print_claims(rules, claims)
	local email = roles.counting_email(rules, claims) or ""
	print_claim(
		claim_rules.email_claim(rules),
		claim_rules.email_of(rules, claims),
		email ~= "" and ({email}) or {}
	)
	for _, name in ipairs(claim_rules.groups_claims(rules)) do
		local claim = claim_rules.find(claims, name)
		print_claim(
			name,
			claim,
			claim_rules.group_names(claim, rules.groups_claim ~= nil)
		)
	end
	print_claim(
		"sub",
		claims.sub,
		type(claims.sub) == "string" and ({claims.sub}) or {}
	)
end
local function reasons_for(role, rules, claims)
	local user = roles.user_of(rules, claims)
	local reasons = {}
	if roles.lists_email(role, user.email) then
		reasons[#reasons + 1] = {
			rule = "email",
			claim = claim_rules.email_claim(rules),
			value = user.email or ""
		}
	end
	if roles.lists_sub(role, user) then
		reasons[#reasons + 1] = {
			rule = "sub",
			claim = "sub",
			value = values.text_of(user.sub)
		}
	end
	for _, claim in ipairs(claim_rules.groups_claims(rules)) do
		local groups = claim_rules.group_names(
			claim_rules.find(claims, claim),
			rules.groups_claim ~= nil
		)
		for _, value in ipairs(lib.ArrayFilter(
			groups,
			function(_, group) return lib.ArrayIncludes(role.group or {}, group) end
		)) do
			reasons[#reasons + 1] = {rule = "group", claim = claim, value = value}
		end
	end
	return reasons
end
--- Which rule and which claim gave each matching role.
local function reasons_of(rules, claims, match)
	local reasons = {}
	for _, role in ipairs(match.roles) do
		reasons[role.name] = reasons_for(role, rules, claims)
	end
	return reasons
end
local function print_reasons(reasons)
	for _, name in ipairs(strings.sorted_keys(reasons)) do
		for _, reason in ipairs(reasons[name] or {}) do
			local value = log.escape_value(reason.value, max_shown)
			console.print(name .. (((((": by " .. reason.rule) .. " ") .. value) .. " (claim ") .. reason.claim) .. ")")
		end
	end
end
local function print_text(match, reaches, scopes, reasons)
	console.print("roles: " .. table.concat(
		lib.ArrayMap(
			match.roles,
			function(_, role) return role.name end
		),
		", "
	))
	console.print("session user name: " .. match.role_name)
	print_reasons(reasons)
	for _, name in ipairs(strings.sorted_keys(reaches)) do
		local found = reaches[name]
		if found ~= nil then
			local words = check_texts.parts["can_" .. found.verdict] or ""
			local causes = #found.groups > 0 and ", by " .. table.concat(found.groups, ", ") or ""
			console.print(name .. ((((": " .. found.verdict) .. " (") .. words) .. ")") .. causes)
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
	local reaches = reaches_of(io, match)
	if as_json then
		local names = lib.ArrayMap(
			match.roles,
			function(_, role) return role.name end
		)
		local answer = {
			roles = names,
			username = match.role_name,
			because = reasons,
			can = reaches,
			rights = scopes
		}
		console.print(plugin.encode_answer(answer))
	else
		print_text(match, reaches, scopes, reasons or {})
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
	local claims = values.decode_claims(text or "")
	return claims.ok and claims or err("INVALID_REQUEST", {file = file, reason = "is not a JSON object of at most 64 KB"})
end
--- Prints what a login would be allowed, of `EMAIL GROUP…` or of `--claims FILE`, claims as the provider sends them: these are
-- shown, too, and why they give each role. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
function M.show(io, words, as_json)
	local config = load.load(io)
	if not config.ok then
		return config
	end
	local from_file = words[1] == "--claims"
	local usable = rpcd_logins.usable_roles(
		rpcd_logins.read(io),
		config.data.roles
	)
	local rules = from_file and roles.with_roles(config.data, usable) or ({roles = usable})
	local claims = from_file and read_claims(io, words[2] or "") or ok({
		email = words[1],
		groups = lib.ArraySlice(words, 1)
	})
	if not claims.ok then
		return claims
	end
	local match = roles.find_roles_for_user(rules, claims.data)
	if from_file and not as_json then
		print_claims(rules, claims.data)
	end
	if not match.ok then
		return match
	end
	____print(
		io,
		match.data,
		as_json,
		from_file and reasons_of(rules, claims.data, match.data) or nil
	)
	return ok(true)
end
return M
