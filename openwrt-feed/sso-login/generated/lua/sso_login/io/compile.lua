-- Generated from src/lua/io/compile.ts by "make lua"; do not edit.
--- Makes the file of compiled modules that code.ts opens. The counterpart in ucode is src/ucode/io/compile.uc.
local M = {}
local files = require("sso_login.io.files")
local link = require("sso_login.io.link")
local log = require("sso_login.io.log")
local pieces = require("sso_login.io.pieces")
local system = require("sso_login.io.system")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- The files in this process's memory, and the permissions of each place.
local function mapped_files()
	local maps = io.open("/proc/self/maps")
	return maps and maps:read("*a") or ""
end

--- Bytecode without lines and names of variables, which would be half of it, by Lua's own compiler; "" where that fails.
local function bytecode_of(source, temporary)
	files.write_file(temporary, source)
	local compiler = io.popen(("exec luac -s -o - '" .. (string.gsub(temporary, "'", "'\\''"))) .. "'", "r")
	local bytes = compiler and compiler:read("*a") or ""
	if compiler ~= nil then
		compiler:close()
	end
	os.remove(temporary)
	return (loadstring(bytes)) ~= nil and bytes or ""
end

--- Refuses the file: it goes, so that there is one line in the log and not one a request.
function M.refuse(path, options, reason)
	os.remove(path)
	log.make("", options).log("warning", ("CODE_IGNORED reason=\"" .. reason) .. "\"")
end

--- Writes the file beside the run directory, by a plan, with a text about the configuration (settings/compiled_config.ts); its length, or
-- INTERNAL_ERROR where a module is missing or the disk is full.
function M.write(io, plan, config)
	local path = io.paths.run_dir .. ".code"
	local head = pieces.line_of(link.path_of("sso_login.base.version") or "")
	for runtime in string.gmatch(mapped_files(), "r%-xp[^\n]* (/[^\n]*/l?i?b?lua[%d.so]*)\n") do
		head = head .. pieces.line_of(runtime)
	end
	head = head .. "\n"
	local codes = ""
	local complete = true
	local function add(names, source)
		local bytes = bytecode_of(source, path .. ".tmp")
		for _, name in ipairs(names) do
			head = head .. ((((name .. " ") .. tostring(#codes)) .. " ") .. tostring(#bytes)) .. "\n"
		end
		codes = codes .. bytes
		complete = complete and bytes ~= ""
	end
	for _, ____temp_6 in pairs(link.pieces_of(plan)) do
		local source
		local names
		names = ____temp_6.names
		source = ____temp_6.source
		add(names, source)
	end
	add({system.config_name}, "return " .. string.format("%q", config))
	local finder = bytecode_of(
		("package.preload[\"sso_login.io.pieces\"]=function()\n" .. link.source_of("io.pieces")) .. "\nend",
		path .. ".tmp"
	)
	if not complete or finder == "" then
		return err("INTERNAL_ERROR", {reason = "a module cannot be compiled"})
	end
	local text = (((((((tostring(#finder) .. " ") .. tostring(#head)) .. " ") .. tostring(
		#codes
	)) .. "\n") .. finder) .. head) .. codes
	return io.write_file(path, text) and ok(#text) or err("INTERNAL_ERROR", {reason = "cannot write", path = path})
end

return M
