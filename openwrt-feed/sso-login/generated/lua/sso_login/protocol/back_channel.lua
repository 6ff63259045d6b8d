-- Generated from src/sso_login/protocol/back_channel.ts by "make lua"; do not edit.
--- Calls to the identity provider, and what their failures are called.
--
-- A provider that hangs must not hold all of the web server's few script slots: one process at a time asks it, and an
-- endpoint that did not answer is not called for a while.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local log = require("sso_login.base.log")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local urls = require("sso_login.base.urls")
local values = require("sso_login.base.values")
local hash = require("sso_login.jose.hash")
local jws = require("sso_login.jose.jws")
local result = require("sso_login.result")
local calls_lock = require("sso_login.protocol.calls_lock")
local err, ok = result.err, result.ok

--- Seconds for which a failure is answered from memory.
local failure_lifetime = 10

--- Seconds within which a connection that is refused costs nothing: no memory is needed to spare the web server's slots.
local at_once = 1

--- Seconds between two looks at the lock, how many of them in which it does not change hands, and how many at all.
local pause = 0.02
local max_idle_looks = 75
local max_looks = 250

--- Providers that are asked at once: the web server has three script slots, and LuCI needs one.
local max_asked = 2

--- Looks while so many others are asked that this one may not.
local max_full_looks = 25

--- A failed call under the code of its kind: except at the token endpoint, an untrusted certificate is SSL_INIT_FAILED.
local function call_failed(failure, code)
	local certificate_code = code == "TOKEN_ENDPOINT_NETWORK_ERROR" and code or "SSL_INIT_FAILED"
	local reason = values.facts_of(failure).reason
	return err(failure.error == "certificate" and certificate_code or code, {cause = failure.error, reason = reason})
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
local function failure_path(io, url)
	return store.path_of(io, "failed_" .. hash.hash_sha256_hex(url .. store.own_suffix(io)) .. ".json")
end

--- The last failure of an address, however old, and whether it still counts.
local function last_failure(io, url)
	local stored = store.read(io, failure_path(io, url))
	if stored == nil or type(stored.error) ~= "string" or type(stored.failed_at) ~= "number" then
		return nil
	end
	local facts = json.is_object(stored.facts) and stored.facts or {}
	local details = {remembered = true}
	for _, name in ipairs(strings.sorted_keys(facts)) do
		local fact = facts[name]
		if type(fact) == "string" or type(fact) == "number" then
			details[name] = fact
		end
	end
	-- A failure from the future, after a clock change, would be remembered for as long as the clock went back.
	local age = io.time() - stored.failed_at
	return {failure = err(stored.error, details), recent = age >= 0 and age < failure_lifetime}
end

--- Remembers the failure of an address with its facts; where nothing can be written it costs time again.
function M.remember_failure(io, url, failure)
	local kept = {failed_at = io.time(), error = failure.error, facts = values.facts_of(failure)}
	store.write(io, failure_path(io, url), kept)
end

--- Whether a call failed in a way that costs the next one no time either.
local function failed_at_once(failure, seconds)
	return values.facts_of(failure).cause == "connect" and seconds < at_once
end

--- Whether others are asking as many providers as may be asked at once. Of two that begin at once both may see that.
local function is_full(io, own)
	local all = lib.ArrayFilter(
		io.list_dir(io.paths.run_dir) or {},
		function(_, name) return lib.StringStartsWith(name, calls_lock.prefix) end
	)
	local others = lib.ArrayFilter(
		lib.ArrayMap(all, function(_, name) return store.path_of(io, name) end),
		function(_, path) return path ~= own end
	)
	local asked = lib.ArrayFilter(others, function(_, path)
		local is_free = io.lock(path)
		if is_free then
			io.unlock(path)
		end
		return not is_free
	end)
	return #asked >= max_asked
end

--- Waits for the lock of this provider's calls; false when it does not come.
local function wait_for_lock(io, looks)
	local path = calls_lock.path_of(io)
	local size
	local idle = 0
	local full = 0
	do
		local look = 0
		while look < looks and idle < max_idle_looks and full < max_full_looks do
			if look > 0 then
				io.sleep(pause)
			end
			if io.lock(path) then
				if io.provider == nil or not is_full(io, path) then
					return true
				end
				io.unlock(path)
				full = full + 1
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

--- Takes the lock on calls to the provider, until `calls_lock.release` or the end of this process. Fails at once with the last failure of
-- the address, while that is recent or another process tries again. Fails with RATE_LIMITED when the process with the lock has
-- done nothing for a second and a half: it waits for the provider, and a process that waits for it would block another script slot.
function M.acquire_lock(io, url)
	local known = last_failure(io, url)
	if known ~= nil and known.recent then
		return known.failure
	end
	if not wait_for_lock(io, known ~= nil and 1 or max_looks) then
		local reason = "another login waits for the provider"
		return known ~= nil and known.failure or err("RATE_LIMITED", {reason = reason, retry_after = failure_lifetime})
	end
	-- The process that had the lock before may have stored a failure.
	local found = last_failure(io, url)
	return found ~= nil and found.recent and found.failure or ok(true)
end

--- Sends a request as `send` does, under the lock; a failure is remembered until there is an answer, but for a connection that was
-- refused at once.
function M.call(io, request, code)
	local lock = M.acquire_lock(io, request.url)
	if not lock.ok then
		return lock
	end
	local started = io.monotonic()
	local response = M.send(io, request, code)
	if response.ok or failed_at_once(response, io.monotonic() - started) then
		io.remove(failure_path(io, request.url))
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
		{method = "GET", url = url, headers = lib.ArrayConcat({"Accept: application/json"}, extra_headers)},
		code
	)
end

--- GETs the discovery document: one redirect within the origin is followed, as some providers add a slash.
function M.get_document(io, url, code, sender)
	local response = M.get(io, url, {}, code, sender)
	local target = response.ok and redirect_within(url, response.data.location) or nil
	return target ~= nil and M.get(io, target, {}, code, sender) or response
end

--- The JSON object in an answer; fails with `code` for a status other than 200 or another body.
function M.read_json(response, url, code)
	if response.status ~= 200 then
		return err(code, {http_status = response.status, url = url, location = response.location})
	end
	local body = jws.decode_claims(response.body)
	if body.ok then
		return ok(body.data)
	end
	-- Base64URL of `{"`.
	local found = lib.StringStartsWith(response.body, "eyJ") and "a JWT" or "not a JSON object"
	return err(code, {http_status = 200, url = url, reason = "the answer is " .. found})
end

--- GETs a JSON object; fails as `call` does, and with `code` for a status other than 200 or another body.
function M.get_json(io, url, extra_headers, code)
	local response = M.get(io, url, extra_headers, code, M.call)
	return response.ok and M.read_json(response.data, url, code) or response
end

return M
