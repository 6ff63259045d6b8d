-- Generated from src/sso_login/check/storage_check.ts by "make lua"; do not edit.
--- The part of the check that tries the folders in which logins and changes write.
local M = {}
local folders = require("sso_login.base.folders")
local store = require("sso_login.base.store")
local rpcd_logins = require("sso_login.rpcd.rpcd_logins")
local uci_commit = require("sso_login.rpcd.uci_commit")
local report = require("sso_login.check.report")

--- Bytes of more than any record without which no login goes on.
local record_bytes = 16384

--- The file that is written for a moment in the run directory; requests remove it if it is left.
local trial_file = ".trial"

local function note(run, level, path, fault, code)
	if fault ~= nil then
		report.note(run, level, "not_writable", {path = path, reason = {id = fault}}, code)
	end
end

--- Notes where nothing can be written. A login writes in the run directory, and in the folder of UCI's files where rpcd's sections are out of
-- date; a save writes there, too, `is_saving`. Without a need a quick check writes nothing to the flash, and another one only warns.
function M.check_storage(run, is_saving)
	local io = run.io
	local text = "."
	while #text < record_bytes do
		text = text .. text
	end
	local run_dir = io.paths.run_dir
	local ____note_2 = note
	local ____run_1 = run
	local ____store_ensure_run_dir_result_0
	if store.ensure_run_dir(io) then
		____store_ensure_run_dir_result_0 = folders.try_write(io, run_dir, trial_file, text)
	else
		____store_ensure_run_dir_result_0 = "not_made"
	end
	____note_2(____run_1, "error", run_dir, ____store_ensure_run_dir_result_0)
	local is_needed = is_saving or run.growth ~= nil
	if is_needed or run.quick ~= true then
		local fault = uci_commit.fault_of(io, rpcd_logins.uci_package, run.growth or "")
		note(run, is_needed and "error" or "warning", io.paths.config_dir, fault, "UBUS_LOGIN_FAILED")
	end
end

return M
