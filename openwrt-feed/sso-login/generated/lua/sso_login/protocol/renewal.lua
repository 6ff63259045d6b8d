-- Generated from src/sso_login/protocol/renewal.ts by "make lua"; do not edit.
--- The rule by which a cache is never the reason of a failure. A step that asks an endpoint by metadata of the cache and fails runs once again,
-- by the metadata that the provider publishes now, where its request would be another one. They are fetched at most once in ten seconds,
-- whoever asks. The keys are a part of them: those of before the fetch do not count any more.
local M = {}
local urls = require("sso_login.base.urls")
local client_authentication = require("sso_login.protocol.client_authentication")
local metadata_call = require("sso_login.protocol.metadata_call")
local metadata_url = require("sso_login.protocol.metadata_url")
local provider_calls = require("sso_login.protocol.provider_calls")

--- Seconds in which metadata are fetched at most once.
local pause = 10

--- Seconds until metadata may be fetched again; 0 for those from the future, after a clock change.
function M.seconds_until(io, known)
	local age = io.time() - (known.fetched_at or 0)
	return age >= 0 and math.max(0, pause - age) or 0
end

--- Whether a fetch may tell why a step has failed: the provider has not refused the user in its own words, and the endpoint was not silent
-- at the very server that has the metadata.
local function may_help(io, config, known, endpoint, failure)
	local address = known[endpoint] or ""
	local is_near = urls.same_origin(address, metadata_url.of(config))
	local last = is_near and provider_calls.last_failure(io, config, address) or nil
	local is_silent = last ~= nil and last.recent
	return failure.meaning ~= "refused" and failure.error ~= "RATE_LIMITED" and not is_silent
end

--- The method by which the client proves itself; "" where there is none.
local function method_of(io, config, metadata)
	local method = client_authentication.choose_method(io, config, metadata)
	return method.ok and method.data or ""
end

--- The metadata by which a step that has failed is to run once again; undefined where it is not.
function M.renewed(io, config, known, endpoint, failure)
	if M.seconds_until(io, known) > 0 or not may_help(io, config, known, endpoint, failure) then
		return nil
	end
	local found = metadata_call.fetch(io, config, known.fetched_at)
	if not found.ok then
		return nil
	end
	local newest = found.data
	local is_other = newest[endpoint] ~= known[endpoint] or method_of(io, config, newest) ~= method_of(
		io,
		config,
		known
	)
	return (is_other or endpoint == "jwks_uri") and newest or nil
end

return M
