-- Generated from src/sso_login/login/login_again.ts by "make lua"; do not edit.
--- A login that begins once more, as the provider demands another kind of request since its metadata were cached.
local M = {}
local urls = require("sso_login.base.urls")
local known_metadata = require("sso_login.protocol.known_metadata")
local renewal = require("sso_login.protocol.renewal")
local result = require("sso_login.result")
local login_start = require("sso_login.login.login_start")

--- The metadata that are newer than a login whose request the provider refuses by `failure`; undefined where there are none.
local function newer_metadata(io, login, failure)
	local config = login.config
	local known = known_metadata.cached_of_provider(io, config)
	if known == nil then
		return nil
	end
	local is_newer = (known.fetched_at or 0) > (login.handshake.created_at or 0)
	return is_newer and known or renewal.renewed(io, config, known, "pushed_authorization_request_endpoint", failure)
end

--- The failure of a login whose request the provider refuses. Where it demands pushed requests now and did not when the login began, another login
-- has begun in its place, which the failure names; that one is newer than the metadata, so that no third one follows.
function M.begin_again(io, login, failure)
	local handshake = login.handshake
	local is_about_request = failure.error == "IDP_ERROR" and login.params.error == "invalid_request"
	local metadata = is_about_request and newer_metadata(io, login, failure) or nil
	local router = urls.parse_https(login.config.redirect_uri)
	if metadata == nil or metadata.pushed_authorization_request_endpoint == nil or router == nil then
		return failure
	end
	local begun = login_start.initiate(io, login.config, {
		cookie_hash = handshake.cookie_hash,
		host = urls.host_header(router),
		is_own_site = handshake.is_own_site,
		prompt = handshake.is_anew == true and "login" or nil,
		refused = handshake.refused,
		return_to = handshake.return_to
	})
	return begun.ok and result.answered(failure, {
		begun = {url = begun.data.url, state = begun.data.handshake.state}
	}) or begun
end

return M
