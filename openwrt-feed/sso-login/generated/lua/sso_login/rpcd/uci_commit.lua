-- Generated from src/sso_login/rpcd/uci_commit.ts by "make lua"; do not edit.
--- Commits a UCI package so that a full flash loses nothing: `uci commit` reports success there and leaves the file empty or cut, and
-- with an empty /etc/config/rpcd rpcd refuses every password.
local M = {}
local log = require("sso_login.base.log")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
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
