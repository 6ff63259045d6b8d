-- Generated from src/sso_login/rpcd/log_identity.ts by "make lua"; do not edit.
--- The user in a log line: e-mail and subject, or hashes of them where `log_identity` is off.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local json_values = require("sso_login.base.json_values")
local package_sections = require("sso_login.settings.package_sections")
local rpcd_sessions = require("sso_login.rpcd.rpcd_sessions")
local hash = require("sso_login.jose.hash")

--- Bytes of an identity that are hashed. UserInfo may have longer ones than a hash takes.
local max_hashed = 16384

local function log_id(identity)
	return hash.safe_id(lib.StringSubstring(identity, 0, max_hashed))
end

--- The option `log_identity`, also where other options are wrong; off where it is, and where it cannot be read.
function M.setting(io)
	local saved = package_sections.read(io, public_names.package_name)
	local section = saved.ok and package_sections.section_of(saved.data, public_names.first) or nil
	local option = section ~= nil and section.options.log_identity or nil
	return {log_identity = saved.ok and (option or "1") == "1"}
end

--- The pairs of a log line for a user; `unverified` shows in the name of the pair. The e-mail is "" for a user without one.
function M.pairs(config, email, sub, unverified)
	local name = unverified == true and "email_unverified" or "email"
	return config.log_identity ~= false and ({{name, email}, {"sub", sub}}) or ({
		{name .. "_id", log_id(email)},
		{"sub_id", log_id(sub)}
	})
end

--- The pair for the actor of a session: e-mail, else subject, or their hash; a local login has its user name.
function M.actor_pair(config, entry)
	local actor = lib.ArrayFind({entry.email, entry.sub}, function(_, text) return text ~= "" end) or entry.role
	return config.log_identity == false and entry.issuer ~= "" and ({"by_id", log_id(actor)}) or ({"by", actor})
end

--- The e-mail address of claims, and whether it does not count; "" without one.
local function email_of(config, claims)
	local claim_rules = require("sso_login.rights.claim_rules")
	local role_matching = require("sso_login.rights.role_matching")
	local email = json_values.text_of(claim_rules.email_of(config, claims))
	return {email = email, unverified = email ~= "" and role_matching.verified_email(config, claims) == nil}
end

--- The pairs of a log line for a user, by claims.
function M.pairs_of_claims(config, claims)
	local address = email_of(config, claims)
	return M.pairs(config, address.email, json_values.text_of(claims.sub), address.unverified)
end

--- The e-mail address of claims that does not count, as far as it may be named; undefined where `log_identity` is off, or without one.
function M.unverified_email(config, claims)
	local address = email_of(config, claims)
	return address.unverified and config.log_identity ~= false and address.email or nil
end

--- Logs an event of a session under a code: the first of `facts` (the user's IP address, or what ended it), the user, and the other facts.
-- A session without an id is not named. Without the configuration of the provider, `config`, the sections are read for it.
function M.log_session(io, entry, facts, code, config)
	local saved_config = require("sso_login.settings.saved_config")
	local identity = M.pairs(config or M.setting(io), entry.email, entry.sub)
	local is_further = entry.provider ~= public_names.first
	local function has_several()
		local ____temp_0
		if config ~= nil then
			____temp_0 = config.log_name ~= nil
		else
			____temp_0 = #saved_config.providers(io) > 1
		end
		return ____temp_0
	end
	local own = {
		{"provider", (is_further or has_several()) and entry.provider or nil},
		{"role", rpcd_sessions.role_names(entry)},
		{"session", entry.sid ~= "" and hash.safe_id(entry.sid) or nil}
	}
	log.event(
		io,
		"notice",
		code,
		lib.ArrayConcat(lib.ArraySlice(facts, 0, 1), lib.ArrayConcat(identity, own), lib.ArraySlice(facts, 1))
	)
end

return M
