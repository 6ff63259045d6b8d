-- Generated from src/sso_login/registration/deployment.ts by "make lua"; do not edit.
--- A deployment of settings (settings/wanted_settings.ts): they are checked on this router, and saved only where the check finds no error.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local check_run = require("sso_login.check.check_run")
local result = require("sso_login.result")
local uci_commit = require("sso_login.rpcd.uci_commit")
local certificates = require("sso_login.settings.certificates")
local page_settings = require("sso_login.settings.page_settings")
local saved_config = require("sso_login.settings.saved_config")
local wanted_settings = require("sso_login.settings.wanted_settings")
local registering = require("sso_login.registration.registering")
local registration_record = require("sso_login.registration.registration_record")
local err, ok = result.err, result.ok

local function refuse(reason)
	return err("INVALID_REQUEST", {reason = reason})
end

--- The saved sections, none where the file is missing or empty.
local function read_saved(io)
	local path = io.paths.config_dir .. "/" .. public_names.package_name
	local info = io.file_info(path)
	return (info == nil or info.size == 0) and ok({}) or saved_config.saved_sections(io)
end

--- Writes the changed sections in one commit, and reads them again.
local function save(io, saved, sections)
	local name = public_names.package_name
	local path = io.paths.config_dir .. "/" .. name
	local failed = err("UCI_ERROR", {config = name, reason = "cannot be written"})
	if #saved == 0 and not io.write_file(path, ("config oidc '" .. public_names.first) .. "'\n") then
		return failed
	end
	local growth = ""
	local is_done = true
	-- Roles are written anew, as their order counts.
	for _, role in ipairs(lib.ArrayFilter(saved, function(_, section) return section.type == "role" end)) do
		is_done = io.uci_delete(name, role.name) and is_done
	end
	for _, section in ipairs(
		lib.ArrayFilter(sections, function(_, one) return one.type == "role" or one.name == public_names.first end)
	) do
		is_done = io.uci_add(name, section.name, section.type) and is_done
		for _, option in ipairs(strings.sorted_keys(section.options)) do
			local value = section.options[option]
			if value ~= nil then
				is_done = io.uci_set(name, section.name, option, value) and is_done
				for _, member in ipairs(type(value) == "string" and ({value}) or value) do
					growth = growth .. ((("\tlist " .. option) .. " '") .. member) .. "'\n"
				end
			end
		end
	end
	local before = lib.ArrayFind(saved, function(_, section) return section.name == public_names.first end)
	local after = lib.ArrayFind(sections, function(_, section) return section.name == public_names.first end)
	for _, option in ipairs(before ~= nil and strings.sorted_keys(before.options) or {}) do
		if after ~= nil and after.options[option] == nil then
			is_done = io.uci_delete(name, public_names.first, option) and is_done
		end
	end
	return is_done and uci_commit.commit(
		io,
		name,
		growth,
		function(written) return wanted_settings.are_same(written, sections) end
	) or failed
end

--- Reads what is saved, and refuses what would replace a client.
local function plan(io, wanted)
	local read = read_saved(io)
	if not read.ok then
		return read
	end
	local saved = read.data
	local client_id = page_settings.values_of(saved, public_names.first).client_id or ""
	local known = registration_record.find(io, public_names.first)
	local is_own = known ~= nil and known.client_id ~= "" and known.client_id == client_id
	if is_own and wanted.options.client_id ~= nil then
		return refuse("this router has its own client, by sso-login register; sso-login register --forget gives it up")
	end
	if wanted.register ~= nil and client_id ~= "" and not is_own then
		return refuse("this router has a shared client: its options client_id and client_secret go first")
	end
	local sections = wanted_settings.sections_with(saved, wanted)
	local ca_file = page_settings.values_of(sections, public_names.first).ca_file or ""
	if wanted.ca ~= nil and not lib.StringStartsWith(ca_file, io.paths.etc_dir .. "/") then
		return refuse("ca is for the file that ca_file names, in " .. io.paths.etc_dir)
	end
	return ok({
		io = io,
		wanted = wanted,
		saved = saved,
		sections = sections,
		ca_path = wanted.ca ~= nil and ca_file or "",
		needs_client = wanted.register ~= nil and client_id == ""
	})
end

local function read_ca(io, path)
	return io.read_file(path, certificates.max_file) or ""
end

local function is_settled(task)
	local is_same_ca = task.ca_path == "" or read_ca(task.io, task.ca_path) == task.wanted.ca
	return is_same_ca and not task.needs_client and wanted_settings.are_same(task.saved, task.sections)
end

local function write_ca(io, path, text)
	local is_written
	if text ~= "" then
		is_written = io.make_dir(io.paths.etc_dir) ~= "failed" and io.write_file(path, text)
	else
		is_written = io.remove(path)
	end
	return is_written and ok(true) or err("INTERNAL_ERROR", {path = path, reason = "cannot be written"})
end

--- Saves all but the switch, registers the router, then turns single sign-on on as wanted. An interrupted one goes on where it ended.
local function register(task, issuer, token)
	local io = task.io
	local switched = task.wanted.options.enabled
	local before = page_settings.values_of(task.saved, public_names.first).enabled or ""
	local off = {options = {enabled = before}}
	local prepared = save(io, task.saved, wanted_settings.sections_with(task.sections, off))
	if not prepared.ok then
		return prepared
	end
	if task.needs_client then
		-- A client that only the options have lost is read again.
		local known = registration_record.find(io, public_names.first)
		local action = known ~= nil and known.client_id ~= "" and "update" or "register"
		local order = {action = action, provider = public_names.first, options = {issuer_url = issuer}, token = token}
		local registered = registering.carry_out(io, order).report
		if not registered.ok then
			return ok({outcome = "refused", report = registered})
		end
	end
	local saved = saved_config.saved_sections(io)
	if not saved.ok then
		return saved
	end
	local last = {options = switched ~= nil and ({enabled = switched}) or {}}
	local done = save(io, saved.data, wanted_settings.sections_with(saved.data, last))
	return done.ok and ok({outcome = "changed", report = check_run.run_check(io)}) or done
end

--- Checks unsaved sections, and saves them where no finding is an error.
local function check_and_save(task)
	local io = task.io
	local report = check_run.run_check(io, {sections = task.sections})
	if not report.ok then
		return ok({outcome = "refused", report = report})
	end
	local saved = save(io, task.saved, task.sections)
	return saved.ok and ok({outcome = "changed", report = report}) or saved
end

--- Deploys settings; `is_trial` only tells whether they differ. INVALID_REQUEST, CONFIG_ERROR, UCI_ERROR, INTERNAL_ERROR.
function M.deploy(io, wanted, is_trial)
	local planned = plan(io, wanted)
	if not planned.ok then
		return planned
	end
	local task = planned.data
	if is_settled(task) then
		return ok({outcome = "unchanged", report = check_run.run_check(io)})
	end
	if is_trial then
		return ok({outcome = "changed"})
	end
	local ca_before = task.ca_path ~= "" and read_ca(io, task.ca_path) or ""
	if task.ca_path ~= "" then
		local written = write_ca(io, task.ca_path, json_values.text_of(wanted.ca))
		if not written.ok then
			return written
		end
	end
	local done = wanted.register ~= nil and register(
		task,
		wanted.register.issuer,
		wanted.register.token
	) or check_and_save(task)
	local is_taken_back = not done.ok or done.data.outcome == "refused"
	if is_taken_back and task.ca_path ~= "" and wanted.register == nil then
		write_ca(io, task.ca_path, ca_before)
	end
	return done
end

return M
