-- Generated from src/sso_login/io/https.ts by "make lua"; do not edit.
local ____exports = {}
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
--- Seconds that all back-channel calls of one process may take together.
local total_http_time = 25
--- Bytes of a response body.
local max_body = 262144
--- A client whose calls together take at most 25 s from the first one on.
function ____exports.make_https(monotonic)
	local started
	return function(request, settings)
		local client = require("sso_login.native_https")
		local now = monotonic()
		started = started or now
		local timeout = math.min(settings.timeout, started + total_http_time - now)
		if timeout <= 0 then
			return err("timeout", "the calls of one request may take 25 s together")
		end
		local response, kind, message = client.request({
			method = request.method,
			url = request.url,
			headers = request.headers,
			body = request.body,
			ca_file = settings.ca_file,
			timeout = timeout,
			connect_timeout = timeout / 2,
			max_body = max_body
		})
		return response ~= nil and ok(response) or err(kind, message)
	end
end
return ____exports
