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
--- Takes the lock of checks; false while another one runs.
local function lock(io, path)
	if not ensure_run_dir(io) then
		return false
	end
	local made = io.make_dir(path)
	if made ~= "exists" then
		return made == "created"
	end
	local held = io.file_info(path)
	local age = held ~= nil and io.time() - held.mtime or lock_lifetime
	if age >= 0 and age < lock_lifetime then
		return false
	end
	io.remove(path)
	return io.make_dir(path) == "created"
end
--- One check at a time: each may keep a process and a connection for seconds.
local function check(io, input)
	local settings = read_settings(io, input)
	if not settings.ok then
		return settings
	end
	local path = path_of(io, "check.lock")
	if not lock(io, path) then
		return err("RATE_LIMITED", "another check is running")
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
	local ____plain_0
	if plain then
		____plain_0 = failure.details
	else
		____plain_0 = (failure.error .. " ") .. format_details(failure.details)
	end
	return {error = ____plain_0}
end
--- Answers rpcd; returns the exit status.
function ____exports.main(args, options)
	if args[1] == "list" then
		____print(signatures)
		return 0
	end
	local io = create(options or ({}))
	local outcome = protect(function()
		local ____call_3 = call
		local ____args__2_2 = args[2]
		local ____temp_1
		if args[1] == "call" then
			____temp_1 = read_input(max_input)
		else
			____temp_1 = ""
		end
		return ____call_3(io, ____args__2_2, ____temp_1)
	end)
	local answer = outcome.ok and outcome.data or outcome
	____print(encode_answer(answer.ok and answer.data or explain(io, answer)))
	return 0
end
return ____exports
