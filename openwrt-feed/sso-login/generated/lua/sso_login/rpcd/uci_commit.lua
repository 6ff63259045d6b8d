-- Generated from src/sso_login/rpcd/uci_commit.ts by "make lua"; do not edit.
--- Commits a UCI package so that a full flash loses nothing: `uci commit` reports success there and leaves the file empty or cut, and
-- with an empty /etc/config/rpcd rpcd refuses every password.
local lib = require("sso_login.lualib")
local M = {}
local log = require("sso_login.base.log")
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

--- Whether a text can be written beside the packages, as UCI writes a second file before it replaces the first.
local function has_room(io, text)
	local path = io.paths.config_dir .. "/" .. room_file
	store.remove_all(io, io.paths.config_dir, room_file)
	local written = io.write_file(path, text)
	io.remove(path)
	return written
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

--- Writes a package's file without UCI, which needs room in RAM for its changes and reports none of what it could not write there. For a
-- change that must succeed: it takes no lock of UCI's. Returns whether the package has these sections afterwards.
function M.rewrite(io, config, sections)
	local is_written = io.write_file(io.paths.config_dir .. "/" .. config, text_of(sections))
	local after = io.uci_sections(config)
	return is_written and after.ok and rpcd_logins.has_all(after.data, sections)
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
		{"reason", "no room on the flash"}
	})
	return failed(config, "it could not be written whole, nor as it was")
end

--- Commits the pending changes of a package. `growth` is a text as long as the added lines; `is_written` says whether the sections
-- of the file are the wanted ones. UCI_ERROR, and then the file is as it was, or the log names a copy.
function M.commit(io, config, growth, is_written)
	local path = io.paths.config_dir .. "/" .. config
	local text = io.read_file(path, max_bytes)
	if text == nil or text == "" then
		return failed(config, "cannot be read")
	end
	if not has_room(io, text .. growth) then
		return failed(config, "no room on the flash")
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

return M
