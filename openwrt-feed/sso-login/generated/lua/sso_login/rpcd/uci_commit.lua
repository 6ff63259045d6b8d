-- Generated from src/sso_login/rpcd/uci_commit.ts by "make lua"; do not edit.
--- Commits a UCI package so that a full flash loses nothing: `uci commit` reports success there and leaves the file empty or cut, and
-- with an empty /etc/config/rpcd rpcd refuses every password.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
local folders = require("sso_login.base.folders")
local store = require("sso_login.base.store")
local strings = require("sso_login.base.strings")
local result = require("sso_login.result")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local err, ok = result.err, result.ok

--- Bytes of the largest package that is rewritten.
local max_bytes = 262144

--- The file that is written to find out whether there is room.
local room_file = ".sso-login.room"

local function failed(config, reason)
	return err("UCI_ERROR", {config = config, reason = reason})
end
local reasons = {read_only = "the flash is read-only", no_room = "no room on the flash"}

--- Why a text cannot be written beside the packages, as UCI writes a second file before it replaces the first; undefined where it can.
local function room_fault(io, text)
	store.remove_all(io, io.paths.config_dir, room_file)
	return folders.try_write(io, io.paths.config_dir, room_file, text)
end

--- Why a package cannot grow by a text as long as `growth_text`; undefined where it can.
function M.fault_of(io, config, growth_text)
	return room_fault(io, (io.read_file(io.paths.config_dir .. "/" .. config, max_bytes) or "") .. growth_text)
end

--- Restores the file from memory; where that fails, keeps a copy in the run directory and logs it.
local function restore(io, config, path, text)
	if io.write_file(path, text) and io.read_file(path, max_bytes) == text then
		return failed(config, "it could not be written whole, and is as it was")
	end
	local copy = store.path_of(io, config .. ".copy")
	local is_kept = store.ensure_run_dir(io) and io.write_file(copy, text)
	log.event(io, "err", "UCI_FILE_DAMAGED", {
		{"path", path},
		{"copy", is_kept and copy or "none"},
		{"reason", reasons[folders.fault_of(io, io.paths.config_dir)]}
	})
	return failed(config, "it could not be written whole, nor as it was")
end

--- Commits the pending changes of a package. `growth_text` is as long as the added lines; `is_written` says whether the sections
-- of the file are the wanted ones. UCI_ERROR, and then the file is as it was, or the log names a copy.
function M.commit(io, config, growth_text, is_written)
	local path = io.paths.config_dir .. "/" .. config
	local text = io.read_file(path, max_bytes)
	if text == nil or text == "" then
		return failed(config, "cannot be read")
	end
	local fault = room_fault(io, text .. growth_text)
	if fault ~= nil then
		return failed(config, reasons[fault])
	end
	local committed = io.uci_commit(config)
	local sections = io.uci_sections(config)
	if committed and sections.ok and is_written(sections.data) then
		return ok(true)
	end
	return io.read_file(path, max_bytes) == text and failed(config, "cannot be written") or restore(
		io,
		config,
		path,
		text
	)
end

--- A value as UCI writes it.
local function quoted(value)
	return "'" .. table.concat(lib.StringSplit(value, "'"), "'\\''") .. "'"
end

--- The text of a package as UCI writes it.
local function text_of(sections)
	local lines = {}
	for _, section in ipairs(sections) do
		lines[#lines + 1] = "\nconfig " .. section.type .. (section.anonymous and "" or " " .. quoted(section.name))
		for _, name in ipairs(strings.sorted_keys(section.options)) do
			local value = section.options[name]
			if type(value) == "string" then
				lines[#lines + 1] = (("\toption " .. name) .. " ") .. quoted(value)
			elseif value ~= nil then
				lines[#lines + 1] = table.concat(
					lib.ArrayMap(
						value,
						function(_, member) return (("\tlist " .. name) .. " ") .. quoted(member) end
					),
					"\n"
				)
			end
		end
	end
	return table.concat(lines, "\n") .. "\n"
end

--- A section with options of its own, to be changed.
function M.copy_of(section)
	local options = {}
	for _, name in ipairs(strings.sorted_keys(section.options)) do
		options[name] = section.options[name]
	end
	return {name = section.name, type = section.type, anonymous = section.anonymous, options = options}
end

local function options_before(change, name)
	local known = lib.ArrayFind(change.before, function(_, section) return section.name == name end)
	return known ~= nil and known.options or {}
end

--- The sections that differ, as they are to be.
function M.differing(change)
	return lib.ArrayFilter(
		change.after,
		function(_, one) return not rpcd_logins.same_options(one.options, options_before(change, one.name)) end
	)
end

--- Gives UCI the options that differ; returns a text as long as those that are new. UCI_ERROR.
local function stage(io, change)
	-- To read the package drops what a commit that failed has left.
	io.uci_sections(change.config)
	local growth_text = ""
	for _, section in ipairs(M.differing(change)) do
		local before = options_before(change, section.name)
		local done = true
		for _, name in ipairs(
			lib.ArrayFilter(
				strings.sorted_keys(before),
				function(_, known) return section.options[known] == nil end
			)
		) do
			done = done and io.uci_delete(change.config, section.name, name)
		end
		for _, name in ipairs(strings.sorted_keys(section.options)) do
			local value = section.options[name]
			if type(value) == "string" and value ~= before[name] then
				done = done and io.uci_set(change.config, section.name, name, value)
				growth_text = growth_text .. ((("\toption " .. name) .. " ") .. quoted(value)) .. "\n"
			end
		end
		if not done then
			return err("UCI_ERROR", {config = change.config, section = section.name})
		end
	end
	return ok(growth_text)
end

local function is_made(io, change)
	local sections = io.uci_sections(change.config)
	return sections.ok and rpcd_logins.has_all(sections.data, change.after)
end

--- Makes a change of options that are no lists, in one commit. UCI_ERROR.
function M.make(io, change)
	local staged = stage(io, change)
	return staged.ok and M.commit(
		io,
		change.config,
		staged.data,
		function(after) return rpcd_logins.has_all(after, change.after) end
	) or staged
end

--- Makes a change without UCI, which needs room in RAM for its changes and reports none of what it could not write there. For one that must
-- succeed: it takes no lock of UCI's. Returns whether the package has these sections afterwards.
function M.rewrite(io, change)
	return io.write_file(io.paths.config_dir .. "/" .. change.config, text_of(change.after)) and is_made(io, change)
end

--- Leaves a change uncommitted, for what reads it until the next boot; returns whether the package has these sections afterwards.
function M.save(io, change)
	return stage(io, change).ok and io.uci_save(change.config) and is_made(io, change)
end

--- Seconds after which a file of UCI is of a process that has ended.
local max_age = 10

--- Removes what processes that were killed have left beside a package: the files of UCI, with all that it says, and ours.
function M.remove_left(io, config)
	local folder = io.paths.config_dir
	for _, name in ipairs(io.list_dir(folder) or {}) do
		local info = lib.StringStartsWith(name, "." .. config .. ".uci-") and io.file_info(
			folder .. "/" .. name
		) or nil
		if info ~= nil and not store.is_fresh(info.mtime, io.time(), max_age) then
			io.remove(folder .. "/" .. name)
		end
	end
	store.remove_all(io, folder, room_file)
end

return M
