-- Generated from src/sso_login/web/provider_choice.ts by "make lua"; do not edit.
--- The provider that a request is for.
local M = {}
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local enabled = require("sso_login.settings.enabled")
local saved_config = require("sso_login.settings.saved_config")
local option_forms = require("sso_login.settings.option_forms")
local request_fields = require("sso_login.web.request_fields")
local err, ok = result.err, result.ok

--- Parameters by which a start names its provider.
local start_params = {"iss", "provider"}

--- The provider of a start: the one that `provider` names, or has the issuer `iss`, else the first. NOT_FOUND for one that is not
-- there or off, INVALID_REQUEST where no provider has the issuer, or where a parameter is given twice.
function M.of_start(io, request)
	local params = request_fields.checked_values(request.query, start_params)
	if not params.ok then
		return params
	end
	local named = params.data.provider
	local iss = params.data.iss
	if named ~= nil then
		local is_there = named == public_names.first or option_forms.is_provider_name(named) and enabled.is_on(
			io,
			named
		)
		return is_there and ok(named) or err("NOT_FOUND", {reason = "no such provider"})
	end
	local found
	if iss ~= nil then
		found = saved_config.of_issuer(io, iss)
	else
		found = public_names.first
	end
	return found ~= nil and ok(found) or err("INVALID_REQUEST", {reason = "not issuer_url", parameter = "iss"})
end

--- The provider for a new start after a request that was refused.
function M.of_page(io, request)
	local named = request.path == "/" and M.of_start(io, request) or ok(request.provider)
	return named.ok and named.data or public_names.first
end

return M
