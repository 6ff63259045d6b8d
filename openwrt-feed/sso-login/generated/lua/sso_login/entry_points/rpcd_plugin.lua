-- Generated from src/sso_login/entry_points/rpcd_plugin.ts by "make lua"; do not edit.
--- The ubus object `sso-login`, an exec plugin of rpcd: `list`, or `call METHOD` with the arguments on standard input. The answer
-- of a call is one JSON object, `{"error": …}` where it fails. `list` also starts `restore`, which gives live sessions their rights.
local lib = require("sso_login.lualib")
local M = {}
local protect = require("sso_login.io.protect")
local console = require("sso_login.io.console")
local json = require("sso_login.io.json")
local plugin = require("sso_login.io.plugin")
local system = require("sso_login.io.system")
local failure_facts = require("sso_login.base.failure_facts")
local log = require("sso_login.base.log")
local public_names = require("sso_login.base.public_names")
local log_texts = require("sso_login.base.log_texts")
local result = require("sso_login.result")
local json_values = require("sso_login.base.json_values")
local saved_config = require("sso_login.settings.saved_config")
local luci_changes = require("sso_login.entry_points.commands.luci_changes")
local certificates = require("sso_login.settings.certificates")
local option_forms = require("sso_login.settings.option_forms")
local page_settings = require("sso_login.settings.page_settings")
local client_keys = require("sso_login.jose.client_keys")
local reconcile = require("sso_login.rpcd.reconcile")
local registering = require("sso_login.registration.registering")
local check_run = require("sso_login.check.check_run")
local store = require("sso_login.base.store")
local password_events = require("sso_login.passwords.password_events")
local test_flow = require("sso_login.login.test.test_flow")
local panels = require("sso_login.answers.panels")
local password_method = require("sso_login.answers.password_method")
local refusal_findings = require("sso_login.answers.refusal_findings")
local settings_answer = require("sso_login.answers.settings_answer")
local err, ok = result.err, result.ok

--- Names and types of arguments, in the form of rpcd.
local signatures = "{\"get\":{\"part\":\"\"},\"check\":{\"values\":{},\"roles\":[],\"providers\":[],\"provider\":\"\"},\"check_step\":{},\"keep_ca\":{\"pem\":\"\",\"provider\":\"\"},\"end_session\":{\"id\":\"\"},\"history\":{\"changes_only\":false}," ..
	("\"preview\":{\"values\":{},\"roles\":[],\"providers\":[],\"provider\":\"\",\"email\":\"\",\"groups\":[],\"sub\":\"\"}," ..
	"\"test_start\":{\"values\":{},\"roles\":[],\"providers\":[],\"provider\":\"\"},\"test_result\":{},") ..
	"\"password_login\":{\"state\":\"\",\"end_sessions\":false},\"key\":{\"alg\":\"\",\"retire\":false},\"register\":{\"values\":{},\"roles\":[],\"providers\":[],\"provider\":\"\",\"token\":\"\"}}"
local step_file = "check_step"

--- Runs one check at a time, as each keeps a process for seconds; the lock ends with the process.
local function check(io, input)
	local settings = page_settings.read_settings(io, input)
	if not settings.ok then
		return settings
	end
	local provider = json_values.text_of(input.provider)
	if not store.ensure_run_dir(io) then
		return err("RATE_LIMITED", "the run directory cannot be written")
	end
	if not io.lock(store.path_of(io, "check.lock")) then
		return err("RATE_LIMITED", "another check is running")
	end
	local path = store.path_of(io, step_file)
	local report = check_run.run_check(io, settings.data, provider ~= "" and provider or nil, function(step)
		store.write(io, path, {step = step})
	end)
	io.remove(path)
	return ok(report)
end

--- The step of the running check; "" where none runs.
local function check_step(io)
	local record = store.read(io, store.path_of(io, step_file))
	return ok({step = record ~= nil and json_values.text_of(record.step) or ""})
end

--- Writes a provider's certificate authority to a file that sysupgrade keeps. It has an effect once an option names it: where one does
-- already, that is a change, and logged.
local function keep_ca(io, input, sid)
	local read = certificates.read_certificates(json_values.text_of(input.pem))
	if read.pem == nil then
		return err("INVALID_REQUEST", {option = "pem", must = read.problem})
	end
	local provider = json_values.text_of(input.provider)
	local path = io.paths.etc_dir .. (option_forms.is_provider_name(
		provider
	) and "/ca-" .. provider .. ".pem" or "/ca.pem")
	local is_same = io.read_file(path, page_settings.max_input) == read.pem
	if io.make_dir(io.paths.etc_dir) == "failed" or not io.write_file(path, read.pem) then
		return err("INTERNAL_ERROR", {reason = "cannot write", path = path})
	end
	local users = saved_config.providers_with(io, "ca_file", path)
	if #users > 0 and not is_same then
		local options = lib.ArrayMap(
			users,
			function(_, name) return ((public_names.package_name .. ".") .. name) .. ".ca_file" end
		)
		luci_changes.log_at_once(io, sid, public_names.package_name, options)
	end
	return ok({path = path})
end

--- Makes a key of an algorithm, or removes the older ones; returns the public keys.
local function key(io, input)
	local alg = json_values.text_of(input.alg)
	local done = input.retire == true and client_keys.retire(io) or client_keys.make(io, alg ~= "" and alg or "ES256")
	return done.ok and ok({jwks = client_keys.public_set(io)}) or done
end

--- Registers the router with the options on the page, saved or not; the configuration changes at once. The token is not stored.
local function register_router(io, input, sid)
	local settings = page_settings.read_settings(io, input)
	if not settings.ok then
		return settings
	end
	local shown = settings.data or ({sections = {}})
	local provider = shown.provider or public_names.first
	local outcome = registering.carry_out(io, {
		action = "register",
		provider = provider,
		options = page_settings.values_of(shown.sections, provider),
		token = json_values.text_of(input.token)
	})
	if lib.ArraySome(outcome.report.findings, function(_, finding) return finding.id == "register_ok" end) then
		panels.note_registration(io, sid, provider)
	end
	return ok(outcome.report)
end

--- The session's last test login, with the findings about a refusal.
local function test_result(io, sid)
	local found = test_flow.result(io, sid)
	if not found.ok then
		return found
	end
	local outcome = found.data.outcome or {}
	return ok({
		state = found.data.state,
		outcome = found.data.outcome,
		findings = json.list(refusal_findings.of_refusal(outcome))
	})
end

--- The methods; `sid` is the caller's session.
local methods = {
	get = function(io, input, sid) return settings_answer.get_settings(io, sid, json_values.text_of(input.part)) end,
	check = check,
	check_step = check_step,
	keep_ca = keep_ca,
	end_session = panels.end_session,
	history = panels.last_logins,
	preview = panels.what_would_get,
	test_start = function(io, input, sid) return test_flow.begin(io, sid, input) end,
	key = key,
	register = register_router,
	password_login = password_method.call,
	test_result = function(io, _input, sid) return test_result(io, sid) end
}

--- Methods that change at once what a login depends on: where passwords are off, the settings are then on trial.
local changing = {"keep_ca", "key", "register"}

local function call(io, method, text)
	if text == nil then
		return err("INPUT_TOO_LARGE", "the arguments are too long")
	end
	local input = text == "" and ok({}) or json.decode_object(text)
	if not input.ok then
		return err("INVALID_REQUEST", "the arguments are not a JSON object")
	end
	password_events.end_overdue_trial(io)
	local answer = methods[json_values.text_of(method)]
	if answer == nil then
		return err("NOT_FOUND", "no such method")
	end
	-- The web server adds the caller's session, and refuses a call that names one.
	local answered = answer(io, input.data, json_values.text_of(input.data.ubus_rpc_session))
	if lib.ArrayIncludes(changing, json_values.text_of(method)) then
		password_events.catch_up(io, "other")
	end
	return answered
end

--- The answer for a failure; the text of a crash goes only to the log.
local function explain(io, failure)
	local details = log_texts.details_in_english(failure.details)
	local text = failure_facts.details_of(failure)
	if failure.error == "INTERNAL_ERROR" then
		log.event(io, "err", failure.error, log.detail_pairs(details))
		return {error = "something went wrong on the router; the log says more"}
	end
	return {error = type(text) == "string" and text or failure.error .. " " .. log.format_details(details)}
end

--- `restore`: gives sessions the rights that a reload of rpcd or a change of access groups took or gave; logs a failure.
local function restore_rights(io)
	password_events.catch_up(io, "other")
	local restored = reconcile.reconcile(io)
	if not restored.ok then
		local facts = {{"error", restored.error}}
		local details = log_texts.details_in_english(restored.details)
		log.event(io, "err", "RIGHTS_NOT_RESTORED", lib.ArrayConcat(facts, log.detail_pairs(details)))
	end
end

--- `list`: the only word by which rpcd tells that it starts or reloads, and then live sessions have the rights of one role each. So beside the
-- names of the methods this starts `restore`, a process of its own: rpcd waits for the end of this one's output, and `restore` for rpcd.
local function at_start_of_rpcd(io)
	console.print(signatures)
	io.start(io.paths.plugin, "restore")
end

--- `call`: prints the answer of a method.
local function answer_call(io, args)
	local outcome = protect.protect(function()
		local input
		if args[1] == "call" then
			input = io.read_input(page_settings.max_input)
		else
			input = ""
		end
		return call(io, args[2], input)
	end)
	local answer = outcome.ok and outcome.data or outcome
	console.print(plugin.encode_answer(answer.ok and answer.data or explain(io, answer)))
end

--- Answers rpcd, and does what `list` starts; returns the exit status.
function M.main(args, options)
	local io = system.create(options or {})
	if args[1] == "list" then
		at_start_of_rpcd(io)
	elseif args[1] == "restore" then
		protect.protect(function() return restore_rights(io) end)
	else
		answer_call(io, args)
	end
	return 0
end

return M
