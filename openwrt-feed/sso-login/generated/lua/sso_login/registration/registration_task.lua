-- Generated from src/sso_login/registration/registration_task.ts by "make lua"; do not edit.
--- An order about a registration, up to the provider's metadata: what is saved, what refuses it, and what it has to work with.
local lib = require("sso_login.lualib")
local M = {}
local report = require("sso_login.check.report")
local web_server_check = require("sso_login.check.web_server_check")
local provider_metadata = require("sso_login.protocol.provider_metadata")
local folders = require("sso_login.base.folders")
local saved_config = require("sso_login.settings.saved_config")
local page_settings = require("sso_login.settings.page_settings")
local registration_options = require("sso_login.registration.registration_options")
local registration_record = require("sso_login.registration.registration_record")
local registration_requests = require("sso_login.registration.registration_requests")

--- The option with the address after a logout; a registration follows `redirect_uri` with the value that it has saved itself.
M.logout_address = "post_logout_redirect_uri"

--- Seconds for all calls together.
M.total_time = 20

--- Whether the address after a logout is the one that the registration has saved, or absent as there, and not an administrator's.
function M.is_own_address(saved, provider, known)
	return page_settings.values_of(saved, provider)[M.logout_address] == known.returns_to
end

--- Stores the record of a provider, or removes it; false, and a finding, where that fails.
function M.write_record(run, provider, record)
	local is_written = registration_record.write(run.io, provider, record)
	if not is_written then
		report.error(run, "register_not_saved", {reason = {id = folders.fault_of(run.io, run.io.paths.etc_dir)}})
	end
	return is_written
end

--- The finding that refuses an order with what is known; another issuer gets neither the client nor the access to it.
local function refusal_of(order, issuer, known)
	if known == nil then
		return not (order.action == "register" or order.action == "show") and "register_none" or nil
	end
	if order.action == "register" then
		return "register_known"
	end
	local is_used = order.action == "update" or order.action == "remove"
	return is_used and known.issuer ~= issuer and "register_other_issuer" or nil
end

--- Reads what is saved; undefined, and a finding, where the order cannot follow it.
function M.read_before(run, order)
	local io = run.io
	local provider = order.provider
	local read = saved_config.saved_sections(io)
	if not read.ok then
		report.error_of(run, "config_unreadable", read)
		return nil
	end
	if not registration_record.is_readable(io) then
		report.error(run, "register_not_saved", {
			reason = io.paths.etc_dir .. "/registration.json is damaged; move it away first"
		})
		return nil
	end
	local saved = read.data
	local known = registration_record.find(io, provider)
	local options = registration_options.of_order(saved, order)
	if known ~= nil and M.is_own_address(saved, provider, known) then
		options[M.logout_address] = ""
	end
	local configured = options.issuer_url or ""
	local is_other = lib.ArraySome(
		saved,
		function(_, section) return section.name == provider and section.type ~= "oidc" end
	)
	local refusal = is_other and "register_no_provider" or refusal_of(order, configured, known)
	if refusal == nil then
		return {saved = saved, options = options, known = known}
	end
	local of_known = known or ({issuer = "", client_id = ""})
	report.error(run, refusal, {
		provider = provider,
		configured = configured,
		issuer = of_known.issuer,
		client_id = of_known.client_id
	})
	return nil
end

--- Whether this router's web server answers under the name and port of `redirect_uri`; a client for others is of no use.
local function is_reachable(run, config)
	web_server_check.check_web_server(run, config)
	run.findings = lib.ArrayFilter(run.findings, function(_, finding) return finding.level ~= "ok" end)
	return not lib.ArraySome(run.findings, function(_, finding) return finding.level == "error" end)
end

--- Validates the options, and reads the provider's metadata; undefined, and findings, where one of them is wrong.
function M.begin(run, order, before)
	local provider = order.provider
	local saved = before.saved
	local known = before.known
	local config = registration_options.config_with(run, saved, provider, before.options)
	if config == nil or order.action ~= "remove" and not is_reachable(run, config) then
		return nil
	end
	run.io.https_settings({
		ca_file = config.ca_file,
		timeout = config.http_timeout or M.total_time,
		total = M.total_time
	})
	local metadata = registration_requests.fetch_metadata(run, config)
	if metadata == nil then
		return nil
	end
	local found = provider_metadata.endpoint(metadata, registration_requests.endpoint_name)
	local endpoint = found.ok and found.data or ""
	if known ~= nil and order.action ~= "show" and not registration_record.is_accessible(known, endpoint) then
		report.error(run, "register_unmanaged")
		return nil
	end
	return {
		run = run,
		provider = provider,
		saved = saved,
		config = config,
		metadata = metadata,
		endpoint = endpoint,
		known = known
	}
end

return M
