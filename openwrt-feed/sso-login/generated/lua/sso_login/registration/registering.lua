-- Generated from src/sso_login/registration/registering.ts by "make lua"; do not edit.
--- The registration of this router as a client at a provider, its update and its removal (OpenID Connect Dynamic Client Registration
-- 1.0, RFC 7591, RFC 7592).
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local json_values = require("sso_login.base.json_values")
local metadata_check = require("sso_login.check.metadata_check")
local report = require("sso_login.check.report")
local token_claims = require("sso_login.jose.token_claims")
local client_keys = require("sso_login.jose.client_keys")
local page_settings = require("sso_login.settings.page_settings")
local client_metadata = require("sso_login.registration.client_metadata")
local registration_options = require("sso_login.registration.registration_options")
local registration_record = require("sso_login.registration.registration_record")
local registration_requests = require("sso_login.registration.registration_requests")
local registration_task = require("sso_login.registration.registration_task")

--- The metadata to send; undefined, and a finding, where there is no way to authenticate. Makes a key where one is needed.
local function prepare_metadata(task, may_make_key)
	local run = task.run
	local config = task.config
	local metadata = task.metadata
	local method = client_metadata.method_for(config, metadata)
	if method == nil then
		local offered = json_values.strings_of(metadata.token_endpoint_auth_methods_supported) or {}
		report.error(run, "auth_method_none", {offered = table.concat(offered, ", ")})
		return nil
	end
	local by_key = method == "private_key_jwt"
	local alg = config.client_assertion_alg or "ES256"
	local needs_key = by_key and may_make_key and client_keys.newest(run.io, alg) == nil
	local made = needs_key and client_keys.make(run.io, alg) or nil
	if made ~= nil and not made.ok then
		report.error_of(run, "register_not_saved", made)
		return nil
	end
	return client_metadata.of_config(config, metadata, method, by_key and client_keys.public_set(run.io) or nil)
end

--- Removes a client that has just been made and that cannot be used, or names it; leaves one of an earlier registration.
local function take_back(task, made, given_uri)
	local run = task.run
	if task.known ~= nil then
		return
	end
	local removal = {method = "DELETE", address = made.uri, token = made.token}
	local is_accessible = registration_record.is_accessible(made, task.endpoint)
	local is_gone = is_accessible and registration_requests.send(run, task.config, removal) ~= nil
	if is_gone or not is_accessible then
		registration_record.write(run.io, task.provider, nil)
	end
	if is_gone then
		report.warning(run, "register_taken_back")
	else
		local known = lib.ArrayFilter({made.client_id, given_uri}, function(_, text) return text ~= "" end)
		report.warning(run, "register_left", {client = #known > 0 and table.concat(known, " ") or task.endpoint})
	end
end

--- Saves what an answer says: first the access to the registration, then the options.
local function take_answer(task, asked, answer)
	local run = task.run
	local config = task.config
	local made = registration_record.of_answer(config.issuer_url, task.endpoint, answer, task.known)
	local given_uri = json_values.text_of(answer.registration_client_uri)
	if not registration_task.write_record(run, task.provider, made) then
		take_back(task, made, given_uri)
		return false
	end
	local read = client_metadata.read_answer(config, asked, answer)
	if read.obstacle ~= nil then
		report.error(run, "register_answer", {reason = read.obstacle})
		take_back(task, made, given_uri)
		return false
	end
	local options = read.options
	options.ca_file = config.ca_file or ""
	options.internal_issuer_url = config.internal_issuer_url or ""
	local is_at_hash_set = page_settings.values_of(task.saved, task.provider).at_hash ~= nil
	if not is_at_hash_set and metadata_check.may_lack_at_hash(config, task.metadata) then
		options.at_hash = "optional"
	end
	if registration_options.config_with(run, task.saved, task.provider, options) == nil then
		take_back(task, made, given_uri)
		return false
	end
	for _, change in ipairs(read.changes) do
		report.warning(run, "register_changed", change)
	end
	local expires = answer.client_secret_expires_at
	if token_claims.is_date(expires) and expires > 0 and options.client_secret ~= "" then
		report.warning(run, "register_expires", {time = clock.format_time(expires)})
	end
	if given_uri ~= "" and made.uri == "" then
		report.warning(run, "register_address", {uri = given_uri, endpoint = task.endpoint})
	elseif made.uri == "" or made.token == "" then
		report.warning(run, "register_unmanaged")
	end
	if not registration_options.save(run, task.provider, options) then
		return false
	end
	made.returns_to = options[registration_task.logout_address]
	return registration_task.write_record(run, task.provider, made)
end

--- Registers the router; the record is written before as well, as a registration that could not be kept would be lost.
local function register(task, token, asked)
	local run = task.run
	local provider = task.provider
	local config = task.config
	if registration_task.write_record(run, provider, registration_record.reserved(config.issuer_url)) then
		local request = {method = "POST", address = task.endpoint, token = token, sent = asked}
		local answer = registration_requests.send(run, config, request)
		if answer == nil then
			registration_record.write(run.io, provider, nil)
		elseif take_answer(task, asked, answer) then
			report.ok(run, "register_ok", {client_id = json_values.text_of(answer.client_id)})
		end
	end
end

--- Sends today's metadata for an earlier registration. An answer may leave out a secret that stays as it is.
local function update(task, known, asked)
	local run = task.run
	asked.client_id = known.client_id
	local request = {method = "PUT", address = known.uri, token = known.token, sent = asked}
	local answer = registration_requests.send(run, task.config, request)
	if answer == nil then
		return
	end
	local values = page_settings.values_of(task.saved, task.provider)
	if not json_values.is_name(answer.client_secret) and values.client_id == known.client_id then
		answer.client_secret = values.client_secret
	end
	if take_answer(task, asked, answer) then
		report.ok(run, "register_updated", {client_id = known.client_id})
	end
end

--- The options of a provider without a registered client: the section is off.
local function without_client(saved, provider, known)
	local options = {client_id = "", client_secret = "", enabled = "0"}
	if registration_task.is_own_address(saved, provider, known) then
		options[registration_task.logout_address] = ""
	end
	return options
end

--- Removes an earlier registration at the provider, and turns the section off.
local function remove(task, known)
	local run = task.run
	local provider = task.provider
	local removal = {method = "DELETE", address = known.uri, token = known.token}
	if registration_requests.send(run, task.config, removal) ~= nil and registration_options.save(
		run,
		provider,
		without_client(task.saved, provider, known)
	) and registration_task.write_record(run, provider, nil) then
		report.ok(run, "register_removed", {client_id = known.client_id})
	end
end

--- Carries out an order that the provider is asked for.
local function carry_out_at(task, order)
	local known = task.known
	if order.action == "remove" then
		if known ~= nil then
			remove(task, known)
		end
		return nil
	end
	if order.action == "register" and task.endpoint == "" then
		local ____task_metadata_registration_requests_endpoint_name_0 = task.metadata[registration_requests.endpoint_name]
		if ____task_metadata_registration_requests_endpoint_name_0 == nil then
			____task_metadata_registration_requests_endpoint_name_0 = ""
		end
		if ____task_metadata_registration_requests_endpoint_name_0 == "" then
			report.error(task.run, "register_not_offered")
		else
			metadata_check.check_endpoint(task.run, task.metadata, registration_requests.endpoint_name)
		end
		return nil
	end
	local asked = prepare_metadata(task, order.action ~= "show")
	if order.action == "register" and asked ~= nil then
		register(task, order.token, asked)
	elseif order.action == "update" and asked ~= nil and known ~= nil then
		update(task, known, asked)
	end
	return asked
end

--- Forgets a registration; of one that could be managed the client is gone, so where it is the saved one the section is turned off.
local function forget(run, provider, saved, known)
	local values = page_settings.values_of(saved, provider)
	local is_managed = known.uri ~= "" and known.token ~= "" and known.issuer == values.issuer_url
	local is_saved = is_managed and known.client_id ~= "" and values.client_id == known.client_id
	if (not is_saved or registration_options.save(
		run,
		provider,
		without_client(saved, provider, known)
	)) and registration_task.write_record(run, provider, nil) then
		report.ok(run, "register_forgotten", {issuer = known.issuer, client_id = known.client_id})
	end
end

function M.carry_out(io, order)
	local run = report.new_run(io, order.token, registration_task.total_time)
	local before = registration_task.read_before(run, order)
	local known = before ~= nil and before.known or nil
	if before ~= nil and known ~= nil and order.action == "forget" then
		forget(run, order.provider, before.saved, known)
		return {report = report.report_of(run)}
	end
	local task = before ~= nil and registration_task.begin(run, order, before) or nil
	local asked = task ~= nil and carry_out_at(task, order) or nil
	return {report = report.report_of(run), client_metadata = asked}
end

return M
