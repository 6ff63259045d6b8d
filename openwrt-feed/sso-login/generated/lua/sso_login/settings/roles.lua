-- Generated from src/sso_login/settings/roles.ts by "make lua"; do not edit.
local lib, claim_rules, result =
    require("sso_login.use")("lualib", "settings.claims", "result")
local M = {}
local err, ok = result.err, result.ok
--- A list; a single option counts as a list of one, and empty members are left out.
local function list_option(section, option)
	local value = section.options[option]
	local members = type(value) == "string" and ({value}) or (value or {})
	return lib.ArrayFilter(
		members,
		function(_, member) return member ~= "" end
	)
end
--- A role section's name and lists, whatever they are.
function M.of_section(section)
	local sub = list_option(section, "sub")
	return {
		name = section.name,
		email = list_option(section, "email"),
		group = list_option(section, "group"),
		sub = #sub > 0 and sub or nil,
		sub_issuer = list_option(section, "sub_issuer")[1],
		read = list_option(section, "read"),
		write = list_option(section, "write")
	}
end
--- All role sections in file order; CONFIG_ERROR when one has no name, or subjects of nobody.
function M.of_sections(sections)
	local roles = {}
	for _, section in ipairs(sections) do
		if section.type == "role" then
			if section.anonymous then
				return err("CONFIG_ERROR", {option = "role", role = section.name, must = {id = "role_name"}})
			end
			local role = M.of_section(section)
			if role.sub ~= nil and role.sub_issuer == nil then
				return err("CONFIG_ERROR", {option = "sub_issuer", role = role.name, must = {id = "set"}})
			end
			roles[#roles + 1] = role
		end
	end
	return ok(roles)
end
--- The e-mail that counts as the user's: where there is a claim `email_verified`, that must be `true` or the text "true",
-- unless the option allows another. Undefined where there is none.
function M.counting_email(rules, claims)
	local mark = claims.email_verified
	local email = claim_rules.email_of(rules, claims)
	local verified = mark == nil or mark == true or mark == "true"
	local counts = verified or rules.allow_unverified_email == true
	return counts and type(email) == "string" and email or nil
end
local function complete(role)
	return {
		name = role.name,
		email = role.email or {},
		group = role.group or {},
		sub = role.sub,
		sub_issuer = role.sub_issuer,
		read = role.read or {},
		write = role.write or {}
	}
end
--- Whether a role lists an e-mail, without regard to ASCII case; undefined, or "", where there is none that counts.
function M.lists_email(role, email)
	local wanted = email ~= nil and email ~= "" and string.lower(email) or nil
	return lib.ArraySome(
		role.email or {},
		function(_, allowed) return string.lower(allowed) == wanted end
	)
end
--- Whether a role lists a subject of this issuer.
function M.lists_sub(role, user)
	local is_ours = role.sub_issuer ~= nil and role.sub_issuer == user.issuer
	return is_ours and lib.ArraySome(
		role.sub or {},
		function(_, allowed) return allowed == user.sub end
	)
end
--- Whether a role lists a user's e-mail, as above, the subject, or one of the groups, exactly.
function M.matches(role, user)
	local by_name = M.lists_email(role, user.email) or M.lists_sub(role, user)
	return by_name or lib.ArraySome(
		role.group or {},
		function(_, allowed) return lib.ArrayIncludes(user.groups, allowed) end
	)
end
--- The same rules with other roles.
function M.with_roles(rules, all)
	return {
		roles = all,
		allow_unverified_email = rules.allow_unverified_email,
		groups_claim = rules.groups_claim,
		email_claim = rules.email_claim,
		issuer_url = rules.issuer_url
	}
end
--- Who claims are about.
function M.user_of(rules, claims)
	return {
		email = M.counting_email(rules, claims),
		groups = claim_rules.groups_of(rules, claims) or {},
		sub = claims.sub,
		issuer = rules.issuer_url
	}
end
--- Those of the groups that any of the roles lists.
local function listed(all, groups)
	return lib.ArrayFilter(
		groups,
		function(_, group) return lib.ArraySome(
			all,
			function(_, role) return lib.ArrayIncludes(role.group or {}, group) end
		) end
	)
end
local function add_missing(target, items)
	for _, item in ipairs(items) do
		if not lib.ArrayIncludes(target, item) then
			target[#target + 1] = item
		end
	end
end
--- The roles that a user's claims match, in file order. Fails with USER_NOT_AUTHORIZED, "matched no roles", when there
-- is none; the details name the option `allow_unverified_email` where it is why the e-mail did not count.
function M.find_roles_for_user(rules, claims)
	local claim = claim_rules.email_of(rules, claims)
	local address = type(claim) == "string" and claim or nil
	local user = M.user_of(rules, claims)
	local unverified = address ~= nil and user.email == nil
	local all = rules.roles
	local matching = lib.ArrayMap(
		lib.ArrayFilter(
			all,
			function(_, role) return M.matches(role, user) end
		),
		function(_, role) return complete(role) end
	)
	local first = matching[1]
	if first == nil then
		return err("USER_NOT_AUTHORIZED", {reason = "matched no roles", hint = unverified and ({id = "unverified_email"}) or nil})
	end
	local email_ignored = lib.ArraySome(
		all,
		function(_, role) return M.lists_email(role, address) and not M.matches(role, user) end
	)
	local read = {}
	local write = {}
	for _, role in ipairs(matching) do
		add_missing(read, role.read)
		add_missing(write, role.write)
	end
	return ok({
		role_name = first.name,
		read = read,
		write = write,
		roles = matching,
		groups = listed(all, user.groups),
		email_ignored = email_ignored
	})
end
return M
