-- Generated from src/sso_login/rpcd/log_identity.ts by "make lua"; do not edit.
--- Who a log line is about: the e-mail and subject themselves, or with `log_identity` off only hashes of them.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local names = require("sso_login.base.names")
local values = require("sso_login.base.values")
local sessions = require("sso_login.rpcd.sessions")
local hash = require("sso_login.jose.hash")

--- Bytes of the longest input of a hash.
local max_hashed = 16384

--- The name of an identity. UserInfo may give a longer text than can be hashed.
local function log_id(identity)
	return hash.safe_id(lib.StringSubstring(identity, 0, max_hashed))
end

--- The option `log_identity`, also when other options are wrong.
function M.setting(io)
	local option = io.uci_get(names.package_name, "default", "log_identity")
	return {log_identity = not option.ok or option.data ~= "0"}
end

--- The pairs of a log line that say who it is about; the e-mail is "" for a user without one.
function M.pairs(config, email, sub, unverified)
	local name = unverified == true and "email_unverified" or "email"
	return config.log_identity ~= false and ({{name, email}, {"sub", sub}}) or ({
		{name .. "_id", log_id(email)},
		{"sub_id", log_id(sub)}
	})
end

--- The pairs for claims; the name of the pair says when the e-mail is not verified.
function M.pairs_of_claims(config, claims)
	local claim_rules = require("sso_login.rights.claim_rules")
	local roles = require("sso_login.rights.roles")
	local email = values.text_of(claim_rules.email_of(config, claims))
	local unverified = email ~= "" and roles.verified_email(config, claims) == nil
	return M.pairs(config, email, values.text_of(claims.sub), unverified)
end

--- Whether the configuration has several providers; a process that has loaded it need not read it again.
local function has_several(io)
	local load = require("sso_login.settings.load")
	return io.provider ~= nil or io.has_one_provider ~= true and #load.providers(io) > 1
end

--- The pair that says whose a session was, where there are several providers.
function M.provider_pairs(io, provider)
	return (provider ~= names.first or has_several(io)) and ({{"provider", provider}}) or {}
end

--- Logs the end of a session; `cause` is the user's address, or says what ended it. One without an id is not named.
function M.log_logout(io, config, cause, ended)
	local identity = M.pairs(config, ended.email, ended.sub)
	local facts = {
		{"role", sessions.role_names(ended)},
		{"session", ended.sid ~= "" and hash.safe_id(ended.sid) or nil}
	}
	log.event(
		io,
		"notice",
		"LOGOUT",
		lib.ArrayConcat({cause}, identity, lib.ArrayConcat(M.provider_pairs(io, ended.provider), facts))
	)
end

return M
