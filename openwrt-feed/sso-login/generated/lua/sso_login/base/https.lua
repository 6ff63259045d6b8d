-- Generated from src/sso_login/base/https.ts by "make lua"; do not edit.
--- HTTPS through the native client, with one time budget for all calls of this process.
local lib = require("sso_login.lualib")
local M = {}
local native = require("sso_login.io.native")
local result = require("sso_login.result")
local err = result.err
local version = require("sso_login.base.version")
local err, ok = result.err, result.ok

--- Seconds that all back-channel calls of one process may take together, unless the settings say otherwise.
local total_http_time = 25

--- The least time that a call gets, in seconds: without a resolver thread libcurl counts name resolution in whole seconds.
local min_http_time = 2

--- Bytes of a response body.
local max_body = 262144

--- Filters before providers take a client without a name for a robot.
local user_agent = "User-Agent: sso-login/" .. version.version

--- The HTTPS functions of `Io`, whose calls together take at most so many seconds, from the first one on.
function M.make(calls, monotonic)
	local function total()
		return calls.settings.total or total_http_time
	end
	local function time_left()
		local current = monotonic()
		calls.started = calls.started or current
		return calls.started + total() - current
	end
	return {
		https = function(asked)
			local left = time_left()
			if left < min_http_time then
				return err("timeout", ("the calls of one request may take " .. tostring(total())) .. " s together")
			end
			local settings = calls.settings
			local timeout = math.min(settings.timeout, left)
			return native.https_request({
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
		end,
		https_peer = function(url)
			local timeout = math.min(calls.settings.timeout, time_left())
			return native.https_peer({
				method = "GET",
				url = url,
				ca_file = calls.settings.ca_file,
				timeout = timeout,
				max_body = max_body
			})
		end
	}
end

return M
