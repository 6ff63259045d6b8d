-- Generated from src/sso_login/protocol/back_channel.ts by "make lua"; do not edit.
local lib, log, store, urls, values, hash, result =
    require("sso_login.use")("lualib", "base.log", "base.store", "base.urls", "base.values", "jose.hash", "result")
local M = {}
local err, ok = result.err, result.ok
--- Seconds for which a failure is answered from memory.
local failure_lifetime = 10
--- Seconds between two looks at the lock, how many of them in which it does not change hands, and how many at all.
local pause = 0.02
local max_idle_looks = 25
local max_looks = 250
--- A failed call under the code of its kind: an untrusted certificate has a code of its own outside the token endpoint.
local function call_failed(failure, code)
	local certificate_code = code == "TOKEN_ENDPOINT_NETWORK_ERROR" and code or "SSL_INIT_FAILED"
	local text = type(failure.details) == "string" and failure.details or nil
	return err(failure.error == "certificate" and certificate_code or code, {cause = failure.error, reason = text})
end
--- Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
-- certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
function M.send(io, request, code)
	local response = io.https(request)
	if not response.ok then
		return call_failed(response, code)
	end
	if response.data.renewed == true then
		log.event(io, "warning", "TRUST_RENEWED", {{"url", request.url}})
	end
	return response
end
--- Where the failure of an address is remembered.
local function memory_of(io, url)
	return store.path_of(
		io,
		"failed_" .. hash.hash_sha256_hex(url) .. ".json"
	)
end
local function recall(io, url)
	local stored = store.read(
		io,
		memory_of(io, url)
	)
	if stored == nil or type(stored.error) ~= "string" or type(stored.failed_at) ~= "number" then
		return nil
	end
	local reason = type(stored.reason) == "string" and stored.reason or "unknown"
	-- A failure from the future, after a clock change, would be remembered for as long as the clock went back.
	local age = io.time() - stored.failed_at
	return {
		failure = err(stored.error, {reason = reason, remembered = true}),
		recent = age >= 0 and age < failure_lifetime
	}
end
--- Remembers the failure of an address; where nothing can be written it costs time again.
function M.remember_failure(io, url, failure)
	local reason = log.format_details(failure.details)
	store.write(
		io,
		memory_of(io, url),
		{
			failed_at = io.time(),
			error = failure.error,
			reason = reason
		}
	)
end
--- Waits for the lock of all calls; false when it does not come.
local function wait_for_lock(io, looks)
	local path = store.path_of(io, "provider_lock")
	local size
	local idle = 0
	do
		local look = 0
		while look < looks and idle < max_idle_looks do
			if look > 0 then
				io.sleep(pause)
			end
			if io.lock(path) then
				return true
			end
			local info = io.file_info(path)
			local found = info ~= nil and info.size or nil
			idle = found == size and idle + 1 or 0
			size = found
			look = look + 1
		end
	end
	return false
end
--- Makes this process the one that asks the provider, until it ends. Fails at once with the address's last failure, while
-- that is recent or another process tries again; with RATE_LIMITED when the process whose turn it is has done nothing for half
-- a second: it waits for the provider, and who waits for it would hold another slot.
function M.take_turn(io, url)
	local known = recall(io, url)
	if known ~= nil and known.recent then
		return known.failure
	end
	if not wait_for_lock(io, known ~= nil and 1 or max_looks) then
		local reason = "another login waits for the provider"
		return known ~= nil and known.failure or err("RATE_LIMITED", {reason = reason, retry_after = failure_lifetime})
	end
	-- Who had the turn before may have found out.
	local found = recall(io, url)
	return found ~= nil and found.recent and found.failure or ok(true)
end
--- Sends a request as `send` does, in turn; a failure is remembered, and forgotten when there is an answer.
function M.call(io, request, code)
	local turn = M.take_turn(io, request.url)
	if not turn.ok then
		return turn
	end
	local response = M.send(io, request, code)
	if response.ok then
		io.remove(memory_of(io, request.url))
	else
		M.remember_failure(io, request.url, response)
	end
	return response
end
--- Where an answer redirects to, if that is at the origin that was asked.
local function redirect_within(url, location)
	local from = urls.parse_https(url)
	local to = location ~= nil and urls.parse_https(location) or nil
	local within = from ~= nil and to ~= nil and string.lower(from.origin) == string.lower(to.origin)
	return within and location or nil
end
--- GETs JSON by `sender`, with more header lines.
function M.get(io, url, extra_headers, code, sender)
	return sender(
		io,
		{
			method = "GET",
			url = url,
			headers = lib.ArrayConcat({"Accept: application/json"}, extra_headers)
		},
		code
	)
end
--- GETs the discovery document: one redirect within the origin is followed, as some providers add a slash.
function M.get_document(io, url, code, sender)
	local response = M.get(
		io,
		url,
		{},
		code,
		sender
	)
	local target = response.ok and redirect_within(url, response.data.location) or nil
	return target ~= nil and M.get(
		io,
		target,
		{},
		code,
		sender
	) or response
end
--- The JSON object in an answer; fails with `code` for a status other than 200 or another body.
function M.read_json(response, url, code)
	if response.status ~= 200 then
		return err(code, {http_status = response.status, url = url, location = response.location})
	end
	local body = values.decode_claims(response.body)
	if body.ok then
		return ok(body.data)
	end
	-- Base64URL of `{"`.
	local found = lib.StringStartsWith(response.body, "eyJ") and "a JWT" or "not a JSON object"
	return err(code, {http_status = 200, url = url, reason = "the answer is " .. found})
end
--- GETs a JSON object; fails as `call` does, and with `code` for a status other than 200 or another body.
function M.get_json(io, url, extra_headers, code)
	local response = M.get(
		io,
		url,
		extra_headers,
		code,
		M.call
	)
	return response.ok and M.read_json(response.data, url, code) or response
end
return M
