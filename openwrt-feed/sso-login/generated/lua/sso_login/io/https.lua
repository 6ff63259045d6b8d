-- Generated from src/lua/io/https.ts by "make lua"; do not edit.
--- HTTPS through the native client, with one time budget for all calls of this process.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local ____version = require("sso_login.base.version")
local version = ____version.version
local native = require("sso_login.io.native")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Seconds that all back-channel calls of one process may take together, unless the settings say otherwise.
local total_http_time = 25

--- The least time that a call gets, in seconds: without a resolver thread libcurl counts name resolution in whole seconds.
local min_http_time = 2

--- Bytes of a response body.
local max_body = 262144

--- Filters before providers take a client without a name for a robot.
local user_agent = "User-Agent: sso-login/" .. version

--- Its documents are worth collecting: what makes no call is over before its garbage counts (sso-login.cgi).
local function load()
	collectgarbage("restart")
	return native.load("sso_login.native_https")
end

--- A client whose calls together take at most so many seconds, from the first one on.
function M.make_https(monotonic)
	local started
	local settings = {timeout = 10}
	local function total()
		return settings.total or total_http_time
	end
	local function time_left()
		local now = monotonic()
		started = started or now
		return started + total() - now
	end
	local function request(asked)
		local client = load()
		local left = time_left()
		local timeout = math.min(settings.timeout, left)
		if left < min_http_time then
			return err("timeout", ("the calls of one request may take " .. tostring(total())) .. " s together")
		end
		local response, kind, message = client.request({
			method = asked.method,
			url = asked.url,
			headers = lib.ArrayConcat(asked.headers, {user_agent}),
			body = asked.body,
			ca_file = settings.ca_file,
			trust_folder = settings.trust_folder,
			timeout = timeout,
			connect_timeout = timeout / 2,
			max_body = max_body
		})
		return response ~= nil and ok(response) or err(kind, message)
	end
	return {
		https = request,
		https_peer = function(url)
			local timeout = math.min(settings.timeout, time_left())
			return load().peer({
				method = "GET",
				url = url,
				ca_file = settings.ca_file,
				timeout = timeout,
				max_body = max_body
			})
		end,
		https_settings = function(chosen)
			settings = chosen
		end
	}
end

--- The HTTPS functions of `Io`.
function M.make()
	return M.make_https(clock.monotonic)
end

return M
