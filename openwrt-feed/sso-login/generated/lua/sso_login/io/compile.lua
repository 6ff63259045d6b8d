-- Generated from src/lua/io/compile.ts by "make lua"; do not edit.
--- Makes the file of compiled modules that code.ts opens.
local lib = require("sso_login.lualib")
local M = {}
local files = require("sso_login.io.files")
local pieces_file = require("sso_login.io.pieces")
local system = require("sso_login.io.system")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- What requests begin with; all that these load in whatever case belongs into the file, except for rare modules.
local programs = {"sso_login.program.cgi", "sso_login.program.landing"}

--- What requests to the service load in any case, but for the probe.
local service = {"program.cgi", "web.router", "io.clock", "io.files", "io.uci"}

--- What requests of each kind load in any case.
local requests = {
	{"program.landing"},
	lib.ArrayConcat(service, {"web.endpoints.start"}),
	lib.ArrayConcat(service, {"web.endpoints.callback"}),
	lib.ArrayConcat(service, {"web.endpoints.logout"})
}

--- Modules that requests load only where some section has an option, at a test login, for an error page, in another language, and
-- where the configuration was not validated before.
local rare = {
	["sso_login.protocol.client_keys"] = "token_endpoint_auth_method",
	["sso_login.settings.validation"] = "",
	["sso_login.passwords.transitions"] = "password_login",
	["sso_login.passwords.upkeep"] = "password_login",
	["sso_login.web.endpoints.backchannel_logout"] = "backchannel_logout",
	["sso_login.web.client_limit"] = "client_limit",
	["sso_login.web.error_page"] = "",
	["sso_login.web.words_de"] = "",
	["sso_login.web.words_fr"] = "",
	["sso_login.web.endpoints.test_login"] = "",
	["sso_login.web.endpoints.token_exchange"] = "api_audience"
}

--- The path of a module's source; undefined where it is in C.
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

--- A module's source; "" where it is in C.
local function source_of(name)
	local path = path_of(name)
	return path ~= nil and (files.make().read_file(path, 262144) or "") or ""
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

--- A text as a word of the shell.
local function quoted(text)
	return "'" .. (string.gsub(text, "'", "'\\''")) .. "'"
end

--- A source's bytecode without lines and names of variables, which would be half of it, from Lua's own compiler; undefined where
-- that fails. It reads a file.
local function bytecode_of(source, temporary)
	files.make().write_file(temporary, source)
	local compiler = io.popen("exec luac -s -o - " .. quoted(temporary), "r")
	local bytes = compiler and compiler:read("*a") or ""
	if compiler ~= nil then
		compiler:close()
	end
	os.remove(temporary)
	return bytes ~= "" and (loadstring(bytes)) ~= nil and bytes or nil
end

--- Finds the modules that these require, and these themselves; `in_any_case` without those that only a function requires. Imports are at
-- a module's head.
local function find(names, in_any_case, found)
	for _, name in ipairs(names) do
		local source = found.sources[name] ~= nil and "" or source_of(name)
		if source ~= "" then
			local ____found_names_5 = found.names
			____found_names_5[#____found_names_5 + 1] = name
			found.sources[name] = source
			local head_ends = unpack(in_any_case and ({string.find(source, "function[ %w_.]*%(")}) or ({nil}), 1, 1)
			local required = {}
			for other in string.gmatch(string.sub(source, 1, head_ends), "require%(\"(sso_login%.[%w_.]+)\"%)") do
				required[#required + 1] = other
			end
			find(required, in_any_case, found)
		end
	end
	return found
end

--- Nothing found yet; modules with an empty source are passed over.
local function without(names)
	local sources = {}
	for _, name in ipairs(names) do
		sources[name] = ""
	end
	return {names = {}, sources = sources}
end

--- Names of the modules of each piece: those that the same requests load in any case are read at once, others each by itself.
local function pieces_of(all)
	local loaded = lib.ArrayMap(requests, function(_, names)
		local full_names = lib.ArrayMap(names, function(_, name) return "sso_login." .. name end)
		return find(full_names, true, without({})).names
	end)
	local pieces = {}
	local places = {}
	for _, name in ipairs(all) do
		local key = table.concat(
			lib.ArrayMap(loaded, function(_, names) return lib.ArrayIncludes(names, name) and "1" or "0" end),
			""
		)
		local place = lib.StringIncludes(key, "1") and places[key] or nil
		if place ~= nil then
			place[#place + 1] = name
		else
			local piece = {name}
			pieces[#pieces + 1] = piece
			places[key] = piece
		end
	end
	return pieces
end

--- Writes the file beside the run directory, for the options of these sections, with a text about them (settings/compiled.ts); its
-- length, or INTERNAL_ERROR where a module is missing or the disk is full.
function M.write(io, sections, config)
	local path = pieces_file.path_beside(io.paths.run_dir)
	local unused = {}
	for name, option in pairs(rare) do
		local given = lib.ArrayMap(sections, function(_, section) return section.options[option] or "" end)
		if lib.ArrayEvery(given, function(_, value) return value == "" or value == "0" or value == "on" end) then
			unused[#unused + 1] = name
		end
	end
	local ____find_result_6 = find(programs, false, without(unused))
	local names = ____find_result_6.names
	local sources = ____find_result_6.sources
	local pieces = pieces_of(names)
	pieces[#pieces + 1] = {system.config_name}
	sources[system.config_name] = "return " .. string.format("%q", config)
	local watched = lib.ArrayConcat(runtime_files(), {path_of("sso_login.base.version") or ""})
	local head = table.concat(
		lib.ArrayMap(watched, function(_, file) return pieces_file.line_of(file) end),
		""
	) .. "\n"
	local all_bytes = ""
	for _, piece in ipairs(pieces) do
		local parts = lib.ArrayMap(
			piece,
			function(_, name) return ((("package.preload[\"" .. name) .. "\"]=function(...)\n") .. sources[name]) ..
				"\nend\n" end
		)
		local bytes = bytecode_of(table.concat(parts, ""), path .. ".tmp")
		if bytes == nil then
			return err("INTERNAL_ERROR", {reason = "a module cannot be compiled"})
		end
		head = head .. table.concat(
			lib.ArrayMap(
				piece,
				function(_, name) return ((((name .. " ") .. tostring(#all_bytes)) .. " ") .. tostring(
					#bytes
				)) .. "\n" end
			),
			""
		)
		all_bytes = all_bytes .. bytes
	end
	local finder = bytecode_of(source_of("sso_login.io.pieces"), path .. ".tmp") or ""
	local total = pieces_file.sizes_length + #finder + #head + #all_bytes
	local sizes = string.format("%8d %8d %8d\n", #finder, #head, total)
	local written = io.write_file(path, sizes .. (finder .. head) .. all_bytes)
	return written and ok(total) or err("INTERNAL_ERROR", {reason = "cannot write", path = path})
end

return M
