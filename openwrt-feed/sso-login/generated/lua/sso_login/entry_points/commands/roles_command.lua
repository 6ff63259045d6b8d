-- Generated from src/sso_login/entry_points/commands/roles_command.ts by "make lua"; do not edit.
--- `sso-login roles`: prints the rights that a user would get.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local plugin = require("sso_login.io.plugin")
local finding_messages = require("sso_login.check.finding_messages")
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local log_texts = require("sso_login.base.log_texts")
local json_values = require("sso_login.base.json_values")
local token_claims = require("sso_login.jose.token_claims")
local jws = require("sso_login.jose.jws")
local program_session = require("sso_login.login.program_session")
local access_token = require("sso_login.protocol.access_token")
local login_lacks = require("sso_login.protocol.login_lacks")
local permissions = require("sso_login.rights.permissions")
local preview = require("sso_login.rights.preview")
local result = require("sso_login.result")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local saved_config = require("sso_login.settings.saved_config")
local package_sections = require("sso_login.settings.package_sections")
local claim_rules = require("sso_login.rights.claim_rules")
local useless_claims = require("sso_login.explain.useless_claims")
local role_matching = require("sso_login.rights.role_matching")
local err, ok = result.err, result.ok

local function by_object(grants)
	local scopes = {}
	for _, scope in ipairs(strings.sorted_keys(grants)) do
		local objects = {}
		for _, pair in ipairs(grants[scope] or {}) do
			objects[pair[1]] = lib.ArrayConcat(objects[pair[1]] or {}, {pair[2]})
		end
		scopes[scope] = objects
	end
	return scopes
end

--- Bytes of a claim that are shown.
local max_shown = 200

--- Prints a claim by its values that count; `kind` is that of a claim that cannot count.
local function print_claim(name, claim, used, kind)
	local bare = (claim == "" or type(claim) == "table") and "empty" or "of no use"
	local nothing = kind ~= nil and "of no use, as it " .. kind or bare
	local shown = #used > 0 and log.escape_value(table.concat(used, ", "), max_shown) or nothing
	console.print("claim " .. (name .. ": ") .. (claim == nil and "absent" or shown))
end

--- Prints the claims that decide about roles; `client` is that of an access token.
local function print_claims(rules, claims, client)
	local email = role_matching.verified_email(rules, claims) or ""
	local email_name = claim_rules.email_claim(rules)
	local email_kind = useless_claims.other_kind(rules, claims, email_name)
	print_claim(email_name, claim_rules.email_of(rules, claims), email ~= "" and ({email}) or {}, email_kind)
	if email == "" and claims.email_verified ~= nil then
		console.print("claim email_verified: " .. json.encode(claims.email_verified))
	end
	for _, name in ipairs(claim_rules.groups_claims(rules)) do
		local claim = claim_rules.find(claims, name)
		local used = claim_rules.group_names(claim, rules.groups_claim ~= nil)
		print_claim(name, claim, used, useless_claims.other_kind(rules, claims, name))
	end
	-- A client that comes for itself is listed, and needs no group.
	local is_client = client ~= nil and not role_matching.is_of_person(claims, client)
	local advice = not is_client and useless_claims.groups_advice(rules, claims) or nil
	local unmarked = role_matching.counts_unmarked(rules, claims) and ({"unmarked_email"}) or {}
	for _, id in ipairs(lib.ArrayConcat(unmarked, advice ~= nil and ({advice}) or {})) do
		console.print("hint: " .. log_texts.in_english({id = id}))
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

--- Prints the rights of roles, and the reasons where they are known, as text or as one JSON object.
local function ____print(found, as_json, cause)
	local scopes = by_object(found.grants)
	local shown = found.shown
	if as_json then
		local answer = {
			roles = shown.roles,
			username = shown.username,
			because = cause.because,
			provider = cause.provider,
			providers = cause.providers,
			can = shown.can,
			rights = scopes
		}
		console.print(plugin.encode_answer(answer))
		return
	end
	console.print("roles: " .. table.concat(shown.roles, ", "))
	console.print("session user name: " .. shown.username)
	print_reasons(cause.because or {})
	for _, name in ipairs(strings.sorted_keys(shown.can)) do
		local access = shown.can[name]
		if access ~= nil then
			local pages = lib.ArrayMap(
				permissions.causes_of(access),
				function(_, page) return "\n  " .. finding_messages.in_english(page) end
			)
			local description = finding_messages.in_english({id = "can_" .. access.verdict})
			console.print(
				name .. ((((": " .. access.verdict) .. " (") .. description) .. ")") .. table.concat(pages, "")
			)
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

--- The rules at a provider. Options about claims count for claims `from_file`, not for what was typed.
local function rules_at(config, usable, from_file)
	return from_file and role_matching.with_roles(config, usable) or ({roles = usable, provider = config.provider})
end

local function place_of(config, usable, claims, from_file)
	if not config.ok then
		return {roles = json.list({}), error = config.error}
	end
	local rules = rules_at(config.data, usable, from_file)
	local match = role_matching.find_roles_for_user(rules, claims)
	if not match.ok then
		return {roles = json.list({}), error = match.error}
	end
	local because = preview.reasons_of(rules, claims, match.data)
	return {
		roles = json.list(lib.ArrayMap(match.data.roles, function(_, role) return role.name end)),
		because = because
	}
end

--- The places of all providers; undefined where there is one provider.
local function places_of(io, usable, claims, from_file)
	local all = saved_config.providers(io)
	local places = {}
	for _, name in ipairs(all) do
		places[name] = place_of(saved_config.load(io, name), usable, claims, from_file)
	end
	return #all > 1 and places or nil
end

--- Bytes of claims: four times the largest ID Token.
local max_claims = 65536

--- The content of a file, or standard input (`-`); "" where it cannot be read.
local function read_text(io, file)
	local text
	if file == "-" then
		text = io.read_input(max_claims)
	else
		text = io.read_file(file, max_claims)
	end
	return json_values.text_of(text)
end

local function read_claims(io, file)
	local claims = json.decode_foreign(read_text(io, file))
	return claims.ok and claims or err("INVALID_REQUEST", {
		file = file,
		reason = "is not a JSON object of at most 64 KB"
	})
end

--- The only provider, or the one whose issuer a token names; ID_TOKEN_VERIFICATION_FAILED where no provider or several have it.
local function provider_of(io, token)
	local saved = saved_config.saved_sections(io)
	local all = saved.ok and package_sections.provider_sections(saved.data) or {}
	if #all < 2 then
		return ok(public_names.first)
	end
	local opened = jws.open_jws(token)
	local claims = opened.ok and jws.read_claims(opened.data) or opened
	if not claims.ok then
		return claims
	end
	local issuer = json_values.text_of(claims.data.iss)
	local fitting = lib.ArrayFilter(
		all,
		function(_, section) return issuer ~= "" and section.options.issuer_url == issuer end
	)
	local found = lib.ArrayMap(fitting, function(_, section) return section.name end)
	if #found == 1 then
		return ok(table.concat(found, ""))
	end
	local which = #found == 0 and "no provider" or "several providers: " .. table.concat(found, ", ")
	return token_claims.claim_error("iss", "is the issuer_url of " .. which)
end

--- Prints the rights by the access token in a file, or fails as its exchange would. It may ask the provider for its keys.
local function show_token(io, file, as_json)
	local words = table.concat(
		lib.StringSplit(table.concat(lib.StringSplit(read_text(io, file), "\n"), ""), " "),
		""
	)
	local provider = provider_of(io, words)
	if not provider.ok then
		return provider
	end
	local config = saved_config.load(io, provider.data)
	if not config.ok then
		return config
	end
	if config.data.api_audience == nil then
		return err("CONFIG_ERROR", {option = "api_audience", must = {id = "set"}})
	end
	local opened = access_token.open(io, config.data, words)
	local token = opened.ok and access_token.verify_opened(io, config.data, opened.data) or opened
	if not token.ok then
		return token
	end
	local rules = program_session.rules_of(io, config.data)
	if not rules.ok then
		return rules
	end
	if not as_json then
		if config.data.log_name ~= nil then
			console.print("provider: " .. config.data.log_name)
		end
		console.print("client: " .. log.escape_value(token.data.client, max_shown))
		print_claims(rules.data, token.data.claims, token.data.client)
	end
	local found = preview.find(io, rules.data, token.data.claims, token.data.client)
	if not found.ok then
		return found
	end
	____print(found.data, as_json, {because = found.data.shown.because, provider = config.data.log_name})
	return ok(true)
end

--- Prints the rights of `EMAIL GROUP…`, of `--claims FILE`, with claims as the provider sends them and the reasons for each role, or
-- of `--token FILE`. CONFIG_ERROR, INVALID_REQUEST, USER_NOT_AUTHORIZED.
function M.show(io, operands, as_json)
	if operands[1] == "--token" then
		return show_token(io, json_values.text_of(operands[2]), as_json)
	end
	local config = saved_config.load(io, public_names.first)
	if not config.ok then
		return config
	end
	local logins = rpcd_logins.read_sections(io)
	if not logins.ok then
		return logins
	end
	local from_file = operands[1] == "--claims"
	local usable = rpcd_logins.usable_roles(logins.data, config.data.roles)
	local rules = rules_at(config.data, usable, from_file)
	local typed = {email = operands[1], email_verified = true, groups = lib.ArraySlice(operands, 1)}
	local claims = from_file and read_claims(io, json_values.text_of(operands[2])) or ok(typed)
	if not claims.ok then
		return claims
	end
	if from_file and not as_json then
		print_claims(rules, claims.data)
	end
	if not from_file and not as_json and login_lacks.had_unmarked_email(io, config.data) then
		console.print("hint: at the last login " .. log_texts.in_english({id = "unmarked_email"}))
	end
	local providers = places_of(io, usable, claims.data, from_file)
	local further = as_json and {} or (providers or {})
	for _, name in ipairs(strings.sorted_keys(further)) do
		local place = further[name]
		if place ~= nil and name ~= public_names.first then
			console.print("at " .. (name .. ": ") .. (place.error or table.concat(place.roles, ", ")))
		end
	end
	local found = preview.find(io, rules, claims.data)
	if not found.ok then
		if providers ~= nil and as_json then
			console.print(plugin.encode_answer({roles = json.list({}), providers = providers}))
		end
		return found
	end
	____print(found.data, as_json, {because = from_file and found.data.shown.because or nil, providers = providers})
	return ok(true)
end

return M
