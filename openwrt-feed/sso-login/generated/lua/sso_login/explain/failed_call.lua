-- Generated from src/sso_login/explain/failed_call.ts by "make lua"; do not edit.
--- The failure of a call without an answer; the reason why a certificate is not trusted is of one kind for log, error page and check.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local failure_facts = require("sso_login.base.failure_facts")
local json_values = require("sso_login.base.json_values")
local version = require("sso_login.base.version")
local result = require("sso_login.result")
local err, ok = result.err, result.ok
local err = result.err

--- Words of OpenSSL, of mbedtls' flags and of its sentences, in lower case, and their kinds; the first one counts.
local kinds = {
	{"not yet valid", "early"},
	{"badcert_future", "early"},
	{"in the future", "early"},
	{"expired", "expired"},
	{"purpose", "purpose"},
	{"usage", "purpose"},
	{"invalid ca", "purpose"},
	{"subject name", "other_name"},
	{"cn_mismatch", "other_name"},
	{"does not match", "other_name"},
	{"too weak", "weak"},
	{"bad_key", "weak"},
	{"bad_md", "weak"},
	{"unacceptable", "weak"}
}

--- The kind of a failure; `unknown` where the authority is, or the chain has a gap. By a clock that is not set, each certificate is early.
local function kind_of(io, reason)
	local words = string.lower(json_values.text_of(reason))
	local found = lib.ArrayFind(kinds, function(_, kind) return lib.StringIncludes(words, kind[1]) end)
	return io.time() < version.year_start and "early" or (found ~= nil and found[2] or "unknown")
end

--- The failure `code` of a call without an answer, from that of `io.https`; SSL_INIT_FAILED where the certificate is not trusted, but at the
-- token endpoint that is `code`, too.
function M.explain(io, code, url, failure)
	local kind = failure.error
	local reason = failure_facts.open(failure).reason
	if kind ~= "certificate" then
		return err(code, {cause = kind, url = url, reason = reason}, kind == "connect" and "unreachable" or nil)
	end
	local own_code = code == "TOKEN_ENDPOINT_NETWORK_ERROR" and code or "SSL_INIT_FAILED"
	local router_time = clock.format_time(io.time())
	return err(own_code, {
		cause = "certificate",
		certificate = kind_of(io, reason),
		router_time = router_time,
		url = url,
		reason = reason
	})
end

return M
