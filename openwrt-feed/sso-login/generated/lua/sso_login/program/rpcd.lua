-- Generated from src/sso_login/program/rpcd.ts by "make lua"; do not edit.
local lib, protect, console, json, plugin, system, log, upkeep, texts, result, values, ca, page, acl, reach, rpcd_logins, session, run, version, load, store =
    require("sso_login.use")("lualib", "io.protect", "io.console", "io.json", "io.plugin", "io.system", "base.log", "login.upkeep", "base.texts", "result", "base.values", "settings.ca", "settings.page", "session.acl", "session.reach", "session.rpcd_logins", "session.session", "check.run", "base.version", "settings.load", "base.store")
local M = {}
local err, ok = result.err, result.ok
--- Names and types of arguments, as rpcd wants them.
local signatures = "{\"get\":{},\"check\":{\"values\":{},\"roles\":[]},\"keep_ca\":{\"pem\":\"\"}}"
--- Seconds after which a check that still holds the lock must have been killed: none takes that long.
local lock_lifetime = 30
local busy = "another check is running"
--- The access groups by name; of several descriptions the first.
local function access_groups(io)
	local groups = acl.read_groups(io).groups
	return lib.ArrayMap(
		reach.of_groups(io, groups),
		function(_, group)
			local described = lib.ArrayFind(
				groups,
				function(_, candidate) return candidate.name == group.name and candidate.description ~= "" end
			)
			return {name = group.name, description = described ~= nil and described.description or "", read = group.read, write = group.write}
		end
	)
end
local function role_answer(role)
	return {
		name = role.name,
		anonymous = role.anonymous,
		email = json.list(role.email),
		group = json.list(role.group),
		sub = json.list(role.sub or {}),
		sub_issuer = role.sub_issuer,
		read = json.list(role.read),
		write = json.list(role.write)
	}
end
local function session_answers(io)
	local list = session.list_sso_sessions(io)
	local lifetime = upkeep.max_lifetime(io)
	return lib.ArrayMap(
		list.ok and list.data or {},
		function(_, entry)
			local latest = lifetime ~= nil and (entry.since or 0) + lifetime or nil
			return {
				who = entry.email ~= "" and entry.email or entry.sub,
				role = entry.role,
				["until"] = math.min(entry["until"], latest or entry["until"]),
				latest = latest
			}
		end
	)
end
--- Everything the settings page shows, however wrong it is; CONFIG_ERROR when UCI cannot read the package.
function M.get_settings(io)
	local sections = load.saved_sections(io)
	if not sections.ok then
		return sections
	end
	return ok({
		values = page.shown_values(sections.data),
		client_secret_set = (page.values_of(sections.data).client_secret or "") ~= "",
		roles = json.list(lib.ArrayMap(
			page.roles_of(sections.data),
			function(_, role) return role_answer(role) end
		)),
		access_groups = json.list(access_groups(io)),
		logins = json.list(rpcd_logins.local_logins(rpcd_logins.read(io))),
		sessions = json.list(session_answers(io)),
		version = version.version
	})
end
--- Takes the lock of checks; else why not.
local function lock(io, path)
	local made = store.ensure_run_dir(io) and io.make_dir(path) or "failed"
	if made ~= "exists" then
		return not (made == "created") and "the run directory cannot be written" or nil
	end
	local held = io.file_info(path)
	local age = held ~= nil and io.time() - held.mtime or lock_lifetime
	if age < 0 or age >= lock_lifetime then
		io.remove(path)
		return not (io.make_dir(path) == "created") and busy or nil
	end
	return busy
end
--- One check at a time: each may keep a process and a connection for seconds.
local function check(io, input)
	local settings = page.read_settings(io, input)
	if not settings.ok then
		return settings
	end
	local path = store.path_of(io, "check.lock")
	local problem = lock(io, path)
	if problem ~= nil then
		return err("RATE_LIMITED", problem)
	end
	local report = protect.protect(function() return run.run_check(io, settings.data) end)
	io.remove(path)
	return report
end
--- Keeps a provider's certificate authority where sysupgrade keeps it; it counts once an option names it.
local function keep_ca(io, input)
	local read = ca.read_certificates(values.text_of(input.pem))
	if read.pem == nil then
		return err("INVALID_REQUEST", {option = "pem", must = read.problem})
	end
	local path = io.paths.etc_dir .. "/ca.pem"
	local kept = io.make_dir(io.paths.etc_dir) ~= "failed" and io.write_file(path, read.pem)
	return kept and ok({path = path}) or err("INTERNAL_ERROR", {reason = "cannot write", path = path})
end
local function call(io, method, text)
	if text == nil then
		return err("INPUT_TOO_LARGE", "the arguments are too long")
	end
	local input = text == "" and ok({}) or json.decode_object(text)
	if not input.ok then
		return err("INVALID_REQUEST", "the arguments are not a JSON object")
	end
	if method == "get" then
		return M.get_settings(io)
	end
	if method == "keep_ca" then
		return keep_ca(io, input.data)
	end
	return method == "check" and check(io, input.data) or err("NOT_FOUND", "no such method")
end
--- What the caller reads; a crash goes to the log, and its text no further.
local function explain(io, failure)
	local details = texts.in_words(failure.details)
	if failure.error == "INTERNAL_ERROR" then
		log.event(
			io,
			"err",
			failure.error,
			log.detail_pairs(details)
		)
		return {error = "something went wrong on the router; the log says more"}
	end
	return {error = type(details) == "string" and details or failure.error .. " " .. log.format_details(details)}
end
--- Answers rpcd; returns the exit status.
function M.main(args, options)
	if args[1] == "list" then
		console.print(signatures)
		return 0
	end
	local io = system.create(options or {})
	local outcome = protect.protect(function()
		local ____call_2 = call
		local ____args__2_1 = args[2]
		local ____temp_0
		if args[1] == "call" then
			____temp_0 = io.read_input(page.max_input)
		else
			____temp_0 = ""
		end
		return ____call_2(io, ____args__2_1, ____temp_0)
	end)
	local answer = outcome.ok and outcome.data or outcome
	console.print(plugin.encode_answer(answer.ok and answer.data or explain(io, answer)))
	return 0
end
return M
