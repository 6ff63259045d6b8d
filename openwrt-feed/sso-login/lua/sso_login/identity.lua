-- Generated from src/sso_login/identity.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSubstring = ____lualib.__TS__StringSubstring
local ____exports = {}
local ____primitives = require("sso_login.primitives")
local safe_id = ____primitives.safe_id
--- Bytes of the longest input of a hash.
local max_hashed = 16384
--- The name of an identity. UserInfo may give a longer text than can be hashed.
local function log_id(identity)
	return safe_id(__TS__StringSubstring(identity, 0, max_hashed))
end
--- The pairs of a log line that say who it is about; "" stands for a user without e-mail.
function ____exports.identity_pairs(config, email, sub)
	return config.log_identity and ({{"email", email}, {"sub", sub}}) or ({
		{
			"email_id",
			log_id(email)
		},
		{
			"sub_id",
			log_id(sub)
		}
	})
end
return ____exports
