-- Generated from src/sso_login/check/provider_check.ts by "make lua"; do not edit.
--- The part of the check that asks the provider: metadata, JWK Set, client.
local lib = require("sso_login.lualib")
local M = {}
local metadata_call = require("sso_login.protocol.metadata_call")
local provider_calls = require("sso_login.protocol.provider_calls")
local failed_calls = require("sso_login.check.failed_calls")
local client_check = require("sso_login.check.client_check")
local key_check = require("sso_login.check.key_check")
local metadata_check = require("sso_login.check.metadata_check")
local call_kinds = require("sso_login.explain.call_kinds")
local explanation = require("sso_login.explain.explanation")
local redirect_check = require("sso_login.check.redirect_check")
local report = require("sso_login.check.report")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local clock = require("sso_login.io.clock")
local json_values = require("sso_login.base.json_values")
local urls = require("sso_login.base.urls")

--- Seconds beyond the tolerance from which on a clock that is ahead is an error: ID Tokens live up to an hour.
local token_lifetime = 3600

--- Compares the router's clock with the provider's `date`, undefined where it sent none.
local function check_clock(run, config, date)
	local now = run.io.time()
	if date == nil then
		report.ok(run, "clock_unknown", {now = clock.format_time(now)})
		return
	end
	local seconds = tostring(math.max(now - date, date - now))
	local params = {seconds = seconds, tolerance = tostring(config.clock_tolerance)}
	if date - now > config.clock_tolerance then
		report.error(run, "clock_behind", params)
	elseif now - date > config.clock_tolerance then
		local level = now - date > config.clock_tolerance + token_lifetime and "error" or "warning"
		report.note(run, level, "clock_ahead", params)
	else
		report.ok(run, "clock_ok", params)
	end
end

--- The issuer in the address of metadata; undefined for any other address.
local function issuer_in(address)
	local url = lib.StringEndsWith(address, "/") and lib.StringSubstring(address, 0, #address - 1) or address
	local path = provider_metadata.path
	return lib.StringEndsWith(url, path) and lib.StringSubstring(url, 0, #url - #path) or nil
end

--- Asks the provider; returns the steps that could not be tried.
local function ask_provider(run, config, wrong, sendable)
	local steps = {"jwks_uri", "token_endpoint", "authorization_endpoint"}
	local intended_issuer = issuer_in(config.issuer_url)
	if intended_issuer ~= nil then
		report.error(run, "issuer_is_document", {issuer = intended_issuer})
		return lib.ArrayConcat({"discovery"}, steps)
	end
	local origin = provider_metadata.internal_origin(config.internal_issuer_url)
	local url = provider_metadata.url_of(config)
	run.begin("discovery")
	local sent = metadata_call.get_metadata(run.io, url, "OIDC_DISCOVERY_FAILED", provider_calls.send)
	local published = failed_calls.read_answer(run, call_kinds.metadata_name, url, sent, "OIDC_DISCOVERY_FAILED")
	if published == nil or not sent.ok then
		if sent.ok and explanation.is_b2c(config.issuer_url) then
			report.error(run, "issuer_b2c")
		end
		return steps
	end
	local host = urls.parse_https(url)
	report.ok(run, "connection_ok", {host = host ~= nil and host.host or url})
	check_clock(run, config, sent.data.date)
	local trusted = metadata_check.check_metadata(run, config, published, url)
	if lib.ArrayIncludes(wrong, "client_id") and trusted and json_values.text_of(
		published.registration_endpoint
	) ~= "" then
		report.ok(run, "register_offered", {issuer = config.issuer_url})
	end
	key_check.check_algorithms(run, config, published)
	local issuer = json_values.text_of(published.issuer)
	local read = provider_metadata.read_metadata(published, issuer, origin)
	if not read.ok then
		return steps
	end
	if trusted and run.is_saved == true then
		metadata_call.keep(run.io, config, published)
	end
	local metadata = read.data
	local uri = metadata.jwks_uri
	run.begin("keys")
	local set_answer = provider_calls.get(run.io, uri, {}, "JWKS_FETCH_FAILED", provider_calls.send)
	local set = failed_calls.read_answer(run, "jwks_uri", uri, set_answer, "JWKS_FETCH_FAILED")
	if set ~= nil then
		key_check.check_keys(run, config, uri, set)
	end
	if run.quick == true then
		return {}
	end
	if not trusted then
		return {"token_endpoint", "authorization_endpoint"}
	end
	local client = {run = run, config = config, metadata = metadata}
	run.begin("client")
	local untried = client_check.check_client(client, wrong, sendable) and {} or ({"token_endpoint"})
	if lib.ArrayIncludes(wrong, "client_id") or lib.ArrayIncludes(wrong, "redirect_uri") then
		return lib.ArrayConcat(untried, {"authorization_endpoint"})
	end
	run.begin("redirect")
	redirect_check.check_redirect(client, sendable)
	redirect_check.check_logout(client)
	return untried
end

--- Asks the provider as a login would. `wrong` are the names of wrong options. The client secret is sent only where it is
-- `sendable`, and only to a provider whose issuer is the configured one.
function M.check_provider(run, config, wrong, sendable)
	local no_address = lib.ArrayIncludes(wrong, "issuer_url") or lib.ArrayIncludes(wrong, "internal_issuer_url")
	local all = {"discovery", "jwks_uri", "token_endpoint", "authorization_endpoint"}
	local steps = no_address and all or ask_provider(run, config, wrong, sendable)
	if #steps > 0 then
		report.warning(run, "not_tried", {steps = table.concat(steps, ", ")})
	end
end

return M
