-- Generated from src/sso_login/protocol/provider_calls.ts by "make lua"; do not edit.
--- Calls to the identity provider, and the codes of their failures.
--
-- A provider that hangs must not hold all of the web server's few script slots: one process at a time calls it, and an
-- endpoint that did not answer is not called for a while.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local failure_record = require("sso_login.base.failure_record")
local log = require("sso_login.base.log")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local provider_files = require("sso_login.protocol.provider_files")
local err, ok = result.err, result.ok

--- Loaded for answers without the document that was asked for.
local function failed_answer()
	return require("sso_login.explain.failed_answer")
end

local function failed_call()
	return require("sso_login.explain.failed_call")
end

--- Seconds for which a failure is answered from memory.
local failure_lifetime = 10

--- Seconds within which a refused connection costs so little that it is not remembered.
local at_once = 1

--- Seconds between two attempts to take the lock.
local pause = 0.02

--- Attempts in all, attempts while the lock does not change hands, and attempts while too many other providers are called.
local max_attempts = 250
local max_idle_attempts = 75
local max_full_attempts = 25

--- Providers that are called at once, if one of them is slow: the web server has three script slots, and LuCI needs one. A provider that
-- answered its last call within so many seconds is called at any time, so that slow ones refuse none of its logins.
local max_called = 2
local quick = 3

--- Sends a request and returns the response whatever its status. Fails with `code`, or with SSL_INIT_FAILED when the
-- certificate is not trusted; at the token endpoint that is `code` too, with `cause=certificate`.
function M.send(io, request, code)
	local response = io.https(request)
	if response.ok then
		return response
	end
	return failed_call().explain(io, code, request.url, response)
end

--- The file that keeps the failure of an address.
local function failure_path(io, provider, url)
	return provider_files.path_about(io, provider, "failed_", url .. provider_files.suffix(provider))
end

--- The last failure of an address, however old, and whether it is recent.
function M.last_failure(io, provider, url)
	local stored = store.read(io, failure_path(io, provider, url))
	local failure = stored ~= nil and failure_record.from_record(stored) or nil
	if stored == nil or failure == nil or type(stored.failed_at) ~= "number" then
		return nil
	end
	-- A failure from the future, after a clock change, would be remembered for as long as the clock went back.
	local age = io.time() - stored.failed_at
	return {failure = failure, recent = age >= 0 and age < failure_lifetime}
end

--- Remembers the failure of an address with its facts, for requests; where nothing can be written it costs time again.
function M.remember_failure(io, provider, url, failure)
	if provider.in_background == true then
		return
	end
	local record = failure_record.to_record(failure)
	record.failed_at = io.time()
	store.write(io, failure_path(io, provider, url), record)
end

--- The file that says that a provider's last call took long.
local function slow_path(io, provider)
	return provider_files.path_of(io, provider, "slow" .. provider_files.suffix(provider))
end

--- Whether a provider is slow, and other processes call as many as may be called at once. Of two that begin at once both may see that.
local function is_full(io, provider, own_lock)
	if provider_files.is_only(provider) or io.file_info(slow_path(io, provider)) == nil then
		return false
	end
	local locks = lib.ArrayFilter(
		io.list_dir(provider_files.folder(io, provider)) or {},
		function(_, name) return lib.StringStartsWith(name, provider_files.lock_prefix) end
	)
	local others = lib.ArrayFilter(
		lib.ArrayMap(locks, function(_, name) return provider_files.path_of(io, provider, name) end),
		function(_, path) return path ~= own_lock end
	)
	return #lib.ArrayFilter(others, function(_, path) return store.is_locked(io, path) end) >= max_called
end

--- How often a lock has changed hands, as who takes it appends a byte to its file; undefined where nobody has had it.
local function hand_overs(io, lock)
	local info = io.file_info(lock)
	return info ~= nil and info.size or nil
end

--- Tries to take the lock on a provider's calls so many times; false when another process keeps it, or too many others are called.
local function try_lock(io, provider, lock, attempts)
	local known
	local idle = 0
	local full = 0
	do
		local attempt = 0
		while attempt < attempts and idle < max_idle_attempts and full < max_full_attempts do
			if attempt > 0 then
				io.sleep(pause)
			end
			local is_ours = io.lock(lock)
			if is_ours and not is_full(io, provider, lock) then
				return true
			end
			if is_ours then
				io.unlock(lock)
				full = full + 1
			end
			local found = hand_overs(io, lock)
			idle = found == known and idle + 1 or 0
			known = found
			attempt = attempt + 1
		end
	end
	return false
end

--- The failure of a login that would have to wait for another one.
local function waiting()
	local retry_after = failure_lifetime
	local facts = {reason = "another login waits for the provider", retry_after = retry_after}
	return err("RATE_LIMITED", facts, nil, {retry_after = retry_after})
end

--- Takes the lock, unless this process has it. While the last failure of the address is recent, it fails with that; later one process takes the
-- lock and tries again, and those that come meanwhile fail with that failure. Fails with RATE_LIMITED when the process with the lock has done
-- nothing for a second and a half: it waits for the provider, and a process that waits for it would block another script slot.
local function take_lock(io, provider, lock, url)
	local before = M.last_failure(io, provider, url)
	if before ~= nil and before.recent then
		return before.failure
	end
	local attempts = before ~= nil and 1 or max_attempts
	if not io.has_lock(lock) and not try_lock(io, provider, lock, attempts) then
		return before ~= nil and before.failure or waiting()
	end
	-- The process that had the lock before may have stored a failure.
	local now = M.last_failure(io, provider, url)
	return now ~= nil and now.recent and now.failure or ok(true)
end

--- Runs a function that calls the provider, while no other process does: takes the lock on its calls, and gives it back, unless this is within
-- such a function already. `url` is the address of the first call. Fails as the function does; without the lock with RATE_LIMITED, or the
-- last failure of the address. A process in the background holds no script slot, and takes no lock for which a request would wait.
function M.asking(io, provider, url, run)
	if provider.in_background == true then
		return run()
	end
	local lock = provider_files.calls_lock(io, provider)
	local is_within = io.has_lock(lock)
	local taken = take_lock(io, provider, lock, url)
	local result = taken.ok and run() or taken
	if not is_within then
		io.unlock(lock)
	end
	return result
end

local function note_speed(io, provider, seconds)
	if seconds > quick then
		store.write(io, slow_path(io, provider), {})
	else
		io.remove(slow_path(io, provider))
	end
end

--- Sends a request as `send` does; a failure is remembered until there is an answer, but for a connection that was refused at once.
local function send_and_remember(io, provider, request, code)
	local started = io.monotonic()
	local response = M.send(io, request, code)
	local seconds = io.monotonic() - started
	if not provider_files.is_only(provider) then
		note_speed(io, provider, seconds)
	end
	if not response.ok and (seconds >= at_once or response.meaning ~= "unreachable") then
		M.remember_failure(io, provider, request.url, response)
		return response
	end
	io.remove(failure_path(io, provider, request.url))
	if response.ok and response.data.renewed == true then
		log.event(io, "warning", "TRUST_RENEWED", {{"provider", provider.log_name}, {"url", request.url}})
	end
	return response
end

--- Sends a request as `send` does, under the lock, and remembers a failure.
function M.call(io, provider, request, code)
	return M.asking(
		io,
		provider,
		request.url,
		function() return send_and_remember(io, provider, request, code) end
	)
end

--- `call` as a function that sends requests to this provider.
function M.caller(provider)
	return function(io, request, code) return M.call(io, provider, request, code) end
end

--- GETs JSON by `sender`, with more header lines.
function M.get(io, url, extra_headers, code, sender)
	return sender(
		io,
		{method = "GET", url = url, headers = lib.ArrayConcat({"Accept: application/json"}, extra_headers)},
		code
	)
end

--- `issuer` is in metadata, `keys` in a JWK Set, `sub` in UserInfo: an answer in which one of them is not empty is no report of an error.
local of_answers = {"issuer", "keys", "sub"}

--- The JSON object in an answer; fails with `code` for a status other than 200, another body, or an error in its place.
-- `secrets` are not repeated in the log.
function M.read_json(response, url, code, secrets)
	local body = json.decode_foreign(response.body)
	return body.ok and response.status == 200 and lib.ArraySome(of_answers, function(_, name)
		local ____body_data_name_0 = body.data[name]
		if ____body_data_name_0 == nil then
			____body_data_name_0 = ""
		end
		return ____body_data_name_0 ~= ""
	end) and body or failed_answer().read_unknown(response, body, url, code, secrets or {})
end

return M
