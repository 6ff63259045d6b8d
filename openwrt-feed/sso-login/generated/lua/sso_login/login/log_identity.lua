-- Generated from src/sso_login/login/log_identity.ts by "make lua"; do not edit.
local lib, log, names, values, claim_rules, roles, hash =
    require("sso_login.use")("lualib", "base.log", "base.names", "base.values", "settings.claims", "settings.roles", "jose.hash")
local M = {}
--- Bytes of the longest input of a hash.
local max_hashed = 16384
--- The name of an identity. UserInfo may give a longer text than can be hashed.
local function log_id(identity)
	return hash.safe_id(lib.StringSubstring(identity, 0, max_hashed))
end
--- What the configuration says of it, however wrong it is otherwise.
function M.rule(io)
	local option = io.uci_get(names.package_name, "default", "log_identity")
	return {log_identity = not option.ok or option.data ~= "0"}
end
--- The pairs of a log line that say who it is about; "" stands for a user without e-mail.
function M.pairs(config, email, sub, unverified)
	local name = unverified == true and "email_unverified" or "email"
	return config.log_identity ~= false and ({{name, email}, {"sub", sub}}) or ({
		{
			name .. "_id",
			log_id(email)
		},
		{
			"sub_id",
			log_id(sub)
		}
	})
end
--- The same of claims, whatever they are; an e-mail that does not count is called so.
function M.of_claims(config, claims)
	local email = values.text_of(claim_rules.email_of(config, claims))
	local unverified = email ~= "" and roles.counting_email(config, claims) == nil
	return M.pairs(
		config,
		email,
		values.text_of(claims.sub),
		unverified
	)
end
--- The line of a user's log-out; `ended` are the values of the session, `remote` the user's address.
function M.log_logout(io, config, remote, ended)
	local facts = {{"remote", remote}}
	local identity = M.pairs(
		config,
		values.text_of(ended.sso_email),
		values.text_of(ended.sso_sub)
	)
	log.event(
		io,
		"notice",
		"LOGOUT",
		lib.ArrayConcat(
			facts,
			identity,
			{{
				"role",
				values.text_of(ended.username)
			}}
		)
	)
end
return M
