-- Generated from src/sso_login/protocol/known_metadata.ts by "make lua"; do not edit.
--- The metadata of a provider for a request, from the cache or by a call, and the steps that go by them.
local M = {}
local result = require("sso_login.result")
local provider_files = require("sso_login.protocol.provider_files")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local err, ok = result.err, result.ok

--- Loaded for a call, and for a step that fails: most requests find the metadata in the cache.
local function metadata_call()
	return require("sso_login.protocol.metadata_call")
end

--- Seconds for a call: the default of the option.
local default_http_timeout = 10

--- Trust store and time-out of all calls to the provider from now on, `max_timeout` seconds at most.
local function configure_calls(io, config, max_timeout)
	local timeout = config.http_timeout or default_http_timeout
	io.https_settings({
		ca_file = config.ca_file,
		trust_folder = provider_files.folder(io, config),
		timeout = math.min(timeout, max_timeout or timeout)
	})
end

--- The metadata of the configured provider; configures all calls to it, too, of `max_timeout` seconds at most. Fails with OIDC_DISCOVERY_FAILED,
-- DISCOVERY_ISSUER_MISMATCH or SSL_INIT_FAILED; a failure is remembered for 10 seconds, so that a provider that is down cannot hold all of the
-- web server's script slots.
function M.of_provider(io, config, max_timeout)
	configure_calls(io, config, max_timeout)
	local internal = config.internal_issuer_url
	if internal ~= nil and provider_metadata.internal_origin(internal) == nil then
		return err("CONFIG_ERROR", {option = "internal_issuer_url", must = {id = "https_url"}})
	end
	local known = provider_metadata.cached(io, config)
	return known ~= nil and ok(known) or metadata_call().fetch(io, config)
end

--- As `of_provider`, from the cache alone: undefined where a call is needed. The calls are configured in any case.
function M.cached_of_provider(io, config)
	configure_calls(io, config)
	return provider_metadata.cached(io, config)
end

--- Runs a step that asks an endpoint of the metadata. Where it fails, and the cache may be the reason (`metadata_call`), it runs once again by the
-- metadata that the provider publishes now.
function M.by_metadata(io, config, known, endpoint, step)
	local outcome = known.ok and step(known.data) or known
	local renewed = known.ok and not outcome.ok and metadata_call().renewed(
		io,
		config,
		known.data,
		endpoint,
		outcome
	) or nil
	return renewed ~= nil and step(renewed) or outcome
end

return M
