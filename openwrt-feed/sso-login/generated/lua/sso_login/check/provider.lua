-- Generated from src/sso_login/check/provider.ts by "make lua"; do not edit.
local lib, back_channel, calls, client, keys, document, report, metadata, clock, values, urls =
    require("sso_login.use")("lualib", "protocol.back_channel", "check.calls", "check.client", "check.keys", "check.document", "check.report", "protocol.metadata", "io.clock", "base.values", "base.urls")
local M = {}
--- Seconds that a clock may be ahead before it is called an error: ID Tokens live for minutes, and up to an hour.
local token_lifetime = 3600
--- Compares the router's clock with the provider's, which is undefined when it did not tell.
local function check_clock(run, config, date)
	local now = run.io.time()
	if date == nil then
		report.ok(
			run,
			"clock_unknown",
			{now = clock.format_time(now)}
		)
		return
	end
	local seconds = tostring(math.max(now - date, date - now))
	local params = {
		seconds = seconds,
		tolerance = tostring(config.clock_tolerance)
	}
	if date - now > config.clock_tolerance then
		report.error(run, "clock_behind", params)
	elseif now - date > config.clock_tolerance then
		local level = now - date > config.clock_tolerance + token_lifetime and "error" or "warning"
		report.note(run, level, "clock_ahead", params)
	else
		report.ok(run, "clock_ok", params)
	end
end
--- Asks the provider; the answer is what could not be tried.
local function ask_provider(run, config, wrong, sendable)
	local origin = metadata.internal_origin(config.internal_issuer_url)
	local url = metadata.document_url(config.issuer_url, origin)
	local sent = back_channel.get_document(run.io, url, "OIDC_DISCOVERY_FAILED", back_channel.send)
	local answer = calls.read_document(
		run,
		"openid-configuration",
		url,
		sent,
		"OIDC_DISCOVERY_FAILED"
	)
	if answer == nil then
		return {"jwks_uri", "token_endpoint"}
	end
	local published = answer.body
	local host = urls.parse_https(url)
	report.ok(run, "connection_ok", {host = host ~= nil and host.host or url})
	check_clock(run, config, answer.date)
	local trusted = document.check_metadata(run, config, published, {url = url, origin = origin})
	keys.check_algorithms(run, config, published)
	local issuer = values.text_of(published.issuer)
	local read = metadata.read_document(published, issuer)
	if not read.ok then
		return {"jwks_uri", "token_endpoint"}
	end
	local discovery = metadata.with_internal_origin(read.data, origin)
	local uri = discovery.jwks_uri
	local set_answer = back_channel.get(
		run.io,
		uri,
		{},
		"JWKS_FETCH_FAILED",
		back_channel.send
	)
	local set = calls.read_document(
		run,
		"jwks_uri",
		uri,
		set_answer,
		"JWKS_FETCH_FAILED"
	)
	if set ~= nil then
		keys.check_keys(run, config, uri, set.body)
	end
	return trusted and client.check_client(run, {config = config, discovery = discovery}, wrong, sendable) and {} or ({"token_endpoint"})
end
--- Asks the provider what a login would ask. `wrong` are the options that cannot be used; the client secret is sent only
-- when it is `sendable`, and only to the provider whose issuer is the configured one, as a login does.
function M.check_provider(run, config, wrong, sendable)
	local no_address = lib.ArrayIncludes(wrong, "issuer_url") or lib.ArrayIncludes(wrong, "internal_issuer_url")
	local steps = no_address and ({"discovery", "jwks_uri", "token_endpoint"}) or ask_provider(run, config, wrong, sendable)
	if #steps > 0 then
		report.warning(
			run,
			"not_tried",
			{steps = table.concat(steps, ", ")}
		)
	end
end
return M
