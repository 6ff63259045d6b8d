-- Generated from src/sso_login/base/commit.ts by "make lua"; do not edit.
--- Writes a UCI package so that a full flash costs nothing: `uci commit` reports success there and leaves the file empty or cut,
-- and with an empty /etc/config/rpcd rpcd refuses every password.
local M = {}
local log = require("sso_login.base.log")
local store = require("sso_login.base.store")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Bytes of the largest package that is rewritten.
local max_bytes = 262144

--- What is written to look for room.
local room_file = ".sso-login.room"

local function failed(config, reason)
	return err("UCI_ERROR", {config = config, reason = reason})
end

--- Whether so much text can be written beside the packages. UCI, too, writes a second file before it replaces the first.
local function has_room(io, text)
	local path = io.paths.config_dir .. "/" .. room_file
	store.remove_all(io, io.paths.config_dir, room_file)
	local written = io.write_file(path, text)
	io.remove(path)
	return written
end

--- Writes the file as it was, from memory; where that fails its copy stays in the run directory, and the log says so.
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

--- Commits the pending changes of a package. `growth` is a text as long as what they add, and `is_written` tells whether the
-- sections of the file are those that were to be written. UCI_ERROR; the file is then as it was, or the log says where a copy is.
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
