-- Generated from src/lua/io/compile.ts by "make lua"; do not edit.
--- Makes the file of compiled modules that code.ts uses.
local lib = require("sso_login.lualib")
local M = {}
local code = require("sso_login.io.code")
local files = require("sso_login.io.files")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- What requests begin with; all that these load in whatever case belongs into the file.
local programs = {"sso_login.program.cgi", "sso_login.program.landing"}

--- Modules that requests load only where some section has an option, at a test login, and for an error page.
local rare = {
	["sso_login.protocol.client_keys"] = "token_endpoint_auth_method",
	["sso_login.session.password_login"] = "password_login",
	["sso_login.session.password_upkeep"] = "password_login",
	["sso_login.web.backchannel_logout"] = "backchannel_logout",
	["sso_login.web.client_limit"] = "client_limit",
	["sso_login.web.error_page"] = "",
	["sso_login.web.test_login"] = "",
	["sso_login.web.token_exchange"] = "api_audience"
}

--- The source of a module, or undefined where it is in C.
local function path_of(name)
	local ____require_result_0 = require("package")
	local patterns = ____require_result_0.path
	for pattern in string.gmatch(patterns, "[^;]+") do
		local path = string.gsub(pattern, "%?", (string.gsub(name, "%.", "/")))
		if (io.open(path)) ~= nil then
			return path
		end
	end
	return nil
end

--- The files that this runtime is made of.
local function runtime_files()
	local found = {}
	local maps = io.open("/proc/self/maps")
	for path, name in string.gmatch(
		maps ~= nil and (maps:read("*a") or "") or "",
		"r%-xp[^\n]* (/[^\n]*/([^\n]*))\n"
	) do
		if (string.match(name, "^l?i?b?lua[%d.so]*$")) ~= nil then
			found[#found + 1] = path
		end
	end
	return found
end

--- A module's bytecode without lines and names of variables, which would be half of it, from Lua's own compiler; undefined where
-- that fails.
local function bytecode_of(path)
	local quoted = string.gsub(path, "'", "'\\''")
	local compiler = io.popen(("exec luac -s -o - '" .. quoted) .. "'", "r")
	local bytes = compiler and compiler:read("*a") or ""
	if compiler ~= nil then
		compiler:close()
	end
	return bytes ~= "" and (loadstring(bytes)) ~= nil and bytes or nil
end

--- Names of modules in a source, in the order in which they are loaded: what is at its head, then what functions load.
local function required_by(source)
	local names = {}
	for used in string.gmatch(source, "sso_login%.use\"%)?(%b())") do
		for name in string.gmatch(used, "\"([%w_.]+)\"") do
			names[#names + 1] = "sso_login." .. name
		end
	end
	for name in string.gmatch(source, "\"(sso_login%.[%w_.]+)\"") do
		names[#names + 1] = name
	end
	return names
end

--- Compiles a module and all that it requires, which a request reads one after the other; false when one does not compile.
local function compile_all(name, seen, compiled)
	local path = not (seen[name] == true) and path_of(name) or nil
	seen[name] = true
	if path == nil then
		return true
	end
	local source = files.make().read_file(path, 262144) or ""
	local bytes = bytecode_of(path)
	if bytes == nil then
		return false
	end
	compiled[#compiled + 1] = {name = name, bytes = bytes}
	return lib.ArrayEvery(
		required_by(source),
		function(_, required) return compile_all(required, seen, compiled) end
	)
end

--- Writes the file beside the run directory; its length, or INTERNAL_ERROR where a module is missing or the disk is full.
function M.write(io)
	local saved = io.uci_sections("sso-login")
	local sections = saved.ok and saved.data or {}
	local compiled = {}
	local seen = {}
	for name, option in pairs(rare) do
		local values = lib.ArrayMap(sections, function(_, section) return section.options[option] or "" end)
		seen[name] = lib.ArrayEvery(
			values,
			function(_, value) return value == "" or value == "0" or value == "on" end
		)
	end
	if not lib.ArrayEvery(programs, function(_, name) return compile_all(name, seen, compiled) end) then
		return err("INTERNAL_ERROR", {reason = "a module cannot be compiled"})
	end
	local watched = lib.ArrayConcat(runtime_files(), {path_of("sso_login.base.version") or ""})
	local head = table.concat(lib.ArrayMap(watched, function(_, file) return code.line_of(file) end), "") .. "\n"
	local code_length = 0
	for _, ____value in ipairs(compiled) do
		local name = ____value.name
		local bytes = ____value.bytes
		head = head .. ((((name .. " ") .. tostring(code_length)) .. " ") .. tostring(#bytes)) .. "\n"
		code_length = code_length + #bytes
	end
	local total = code.sizes_length + #head + code_length
	local sizes = string.format("%8d %8d\n", #head, total)
	local path = code.path_beside(io.paths.run_dir)
	local written = io.write_file(
		path,
		sizes .. head .. table.concat(
			lib.ArrayMap(compiled, function(_, ____bindingPattern0)
				local bytes
				bytes = ____bindingPattern0.bytes
				return bytes
			end),
			""
		)
	)
	return written and ok(total) or err("INTERNAL_ERROR", {reason = "cannot write", path = path})
end

return M
