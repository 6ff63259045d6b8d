-- Generated from src/sso_login/plugin.ts by "make lua"; do not edit.
local ____exports = {}
local ____cgi = require("sso_login.io.cgi")
local protect = ____cgi.protect
local ____console = require("sso_login.io.console")
local ____print = ____console.print
local ____json = require("sso_login.io.json")
local decode_object = ____json.decode_object
local ____plugin = require("sso_login.io.plugin")
local encode_answer = ____plugin.encode_answer
local read_input = ____plugin.read_input
local ____system = require("sso_login.io.system")
local create = ____system.create
local ____log = require("sso_login.log")
local detail_pairs = ____log.detail_pairs
local event = ____log.event
local format_details = ____log.format_details
local ____result = require("sso_login.result")
local err = ____result.err
local ok = ____result.ok
local ____settings = require("sso_login.settings")
local get_settings = ____settings.get_settings
local max_input = ____settings.max_input
local read_settings = ____settings.read_settings
local ____store = require("sso_login.store")
local ensure_run_dir = ____store.ensure_run_dir
local path_of = ____store.path_of
--- Names and types of arguments, as rpcd wants them.
local signatures = "{\"get\":{},\"check\":{\"values\":{},\"roles\":[]}}"
--- Seconds after which a check that still holds the lock must have been killed: none takes that long.
local lock_lifetime = 30
local busy = "another check is running"
--- Takes the lock of checks; else why not.
local function lock(io, path)
	local made = ensure_run_dir(io) and io.make_dir(path) or "failed"
	if made ~= "exists" then
		local ____temp_0
		if made == "created" then
			____temp_0 = nil
		else
			____temp_0 = "the run directory cannot be written"
		end
		return ____temp_0
	end
	local held = io.file_info(path)
	local age = held ~= nil and io.time() - held.mtime or lock_lifetime
	if age < 0 or age >= lock_lifetime then
		io.remove(path)
		local ____temp_1
		if io.make_dir(path) == "created" then
			____temp_1 = nil
		else
			____temp_1 = busy
		end
		return ____temp_1
	end
	return busy
end
--- One check at a time: each may keep a process and a connection for seconds.
local function check(io, input)
	local settings = read_settings(io, input)
	if not settings.ok then
		return settings
	end
	local path = path_of(io, "check.lock")
	local problem = lock(io, path)
	if problem ~= nil then
		return err("RATE_LIMITED", problem)
	end
	local checks = require("sso_login.check")
	local report = protect(function() return checks.run_check(io, settings.data) end)
	io.remove(path)
	return report
end
local function call(io, method, text)
	if text == nil then
		return err("INPUT_TOO_LARGE", "the arguments are too long")
	end
	local input = text == "" and ok({}) or decode_object(text)
	if not input.ok then
		return err("INVALID_REQUEST", "the arguments are not a JSON object")
	end
	if method == "get" then
		return get_settings(io)
	end
	return method == "check" and check(io, input.data) or err("NOT_FOUND", "no such method")
end
--- What the caller is told; a crash goes to the log, and its text no further.
local function explain(io, failure)
	if failure.error == "INTERNAL_ERROR" then
		event(
			io,
			"err",
			failure.error,
			detail_pairs(failure.details)
		)
		return {error = "something went wrong on the router; the log says more"}
	end
	local plain = type(failure.details) == "string"
	local ____plain_2
	if plain then
		____plain_2 = failure.details
	else
		____plain_2 = (failure.error .. " ") .. format_details(failure.details)
	end
	return {error = ____plain_2}
end
--- Answers rpcd; returns the exit status.
function ____exports.main(args, options)
	if args[1] == "list" then
		____print(signatures)
		return 0
	end
	local io = create(options or ({}))
	local outcome = protect(function()
		local ____call_5 = call
		local ____args__2_4 = args[2]
		local ____temp_3
		if args[1] == "call" then
			____temp_3 = read_input(max_input)
		else
			____temp_3 = ""
		end
		return ____call_5(io, ____args__2_4, ____temp_3)
	end)
	local answer = outcome.ok and outcome.data or outcome
	____print(encode_answer(answer.ok and answer.data or explain(io, answer)))
	return 0
end
return ____exports
