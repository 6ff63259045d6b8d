-- Generated from src/lua/io/compile.ts by "make lua"; do not edit.
--- Makes the file of compiled modules that code.ts opens. The counterpart in ucode is src/ucode/io/compile.uc.
local lib = require("sso_login.lualib")
local M = {}
local files = require("sso_login.io.files")
local link = require("sso_login.io.link")
local log = require("sso_login.io.log")
local pieces = require("sso_login.io.pieces")
local system = require("sso_login.io.system")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Modules that requests to the service load in any case.
local service = {"entry_points.cgi", "web.web_request", "web.routes", "io.clock", "io.files", "io.uci", "base.https"}

--- The modules of each piece beyond the service's: an endpoint with those that it loads late, or a module that few requests load. A
-- module that belongs to an option is left out unless a section has it.
local function pieces_of(sections)
	local function where(option, names)
		local values = lib.ArrayMap(sections, function(_, section) return section.options[option] or "" end)
		return lib.ArrayEvery(
			values,
			function(_, value) return value == "" or value == "0" or value == "on" end
		) and {} or names
	end
	local limit = lib.ArrayConcat(
		where("client_limit", {"web.client_limit"}),
		where("password_login", {"web.client_limit"})
	)
	local proofs = where("session_revalidate", {"rpcd.refresh_tokens"})
	local revalidation = lib.ArrayConcat(proofs, where("session_revalidate", {"rpcd.supervisor"}))
	return {
		["entry_points.cgi/"] = lib.ArrayConcat(limit, {"web.endpoints.start"}),
		["entry_points.cgi/callback"] = lib.ArrayConcat(
			lib.ArrayConcat(
				lib.ArrayConcat(
					lib.ArrayConcat(
						lib.ArrayConcat(
							lib.ArrayConcat(limit, {
								"web.endpoints.callback",
								"io.log",
								"io.ubus",
								"rights.session_rights"
							}),
							revalidation
						),
						where("session_max_lifetime", {"rpcd.supervisor"})
					),
					where("backchannel_logout", {"web.endpoints.backchannel_logout", "io.input"})
				),
				where("api_audience", {
					"web.endpoints.token_exchange",
					"web.exchange_answer",
					"io.input",
					"rpcd.supervisor"
				})
			),
			where("password_login", {"passwords.password_events"})
		),
		["entry_points.cgi/logout"] = lib.ArrayConcat(
			lib.ArrayConcat(limit, {"web.endpoints.user_logout", "io.log", "io.ubus"}),
			revalidation
		),
		["base.failures"] = {"base.failures"},
		["io.log"] = {"io.log"},
		["io.ubus"] = {"io.ubus"},
		["protocol.provider_calls"] = {"protocol.provider_calls"},
		["rights.acl"] = {"rights.acl"},
		["rights.role_rights"] = {"rights.role_rights"},
		["rpcd.session_ending"] = lib.ArrayConcat(proofs, {"rpcd.session_ending"}),
		["web.clean_up"] = {"web.clean_up"},
		["web.late_callback"] = {"web.late_callback", "web.failed_callback"},
		["web.refusal"] = {"web.refusal", "web.late_callback", "web.error_page", "web.words"}
	}
end

--- The modules of the pieces of other programs, beyond that of the piece's name.
local function pieces_of_others(sections)
	local pieces = {["entry_points.landing"] = {"web.web_request", "io.clock", "io.uci"}}
	local function is_set(option)
		return lib.ArraySome(sections, function(_, section) return (section.options[option] or "") ~= "" end)
	end
	if is_set("session_revalidate") or is_set("api_audience") or is_set("session_max_lifetime") then
		local io = {"io.clock", "io.files", "io.uci", "io.ubus", "io.log"}
		pieces["entry_points.watch"] = io
		pieces["login.revalidation.revalidation_turn"] = lib.ArrayConcat(io, {
			"base.https",
			"protocol.provider_calls",
			"protocol.userinfo"
		})
	end
	return pieces
end

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

--- Writes the file beside the run directory, for the options of these sections, with a text about them (settings/compiled_config.ts); its
-- length, or INTERNAL_ERROR where a module is missing or the disk is full.
function M.write(io, sections, config)
	local path = io.paths.run_dir .. ".code"
	local head = pieces.line_of(link.path_of("sso_login.base.version") or "")
	for runtime in string.gmatch(mapped_files(), "r%-xp[^\n]* (/[^\n]*/l?i?b?lua[%d.so]*)\n") do
		head = head .. pieces.line_of(runtime)
	end
	local codes = ""
	local complete = true
	local function add(piece, source)
		local bytes = bytecode_of(source, path .. ".tmp")
		head = head .. ((((("sso_login." .. piece) .. " ") .. tostring(#codes)) .. " ") .. tostring(#bytes)) .. "\n"
		if piece == "entry_points.cgi/callback" then
			-- They need nearly the same modules.
			for _, endpoint in ipairs({"backchannel-logout", "token"}) do
				head = head .. ((((("sso_login.entry_points.cgi/" .. endpoint) .. " ") .. tostring(
					#codes
				)) .. " ") .. tostring(#bytes)) .. "\n"
			end
		end
		codes = codes .. bytes
		complete = complete and bytes ~= ""
	end
	local done = {}
	local kept = ((("package.preload[\"" .. system.config_name) .. "\"]=function() return ") .. string.format(
		"%q",
		config
	)) .. " end\n"
	add("entry_points.cgi", kept .. link.preloading(service, done))
	for piece, names in pairs(pieces_of(sections)) do
		add(tostring(piece), link.preloading(names, setmetatable({}, {__index = done})))
	end
	for piece, names in pairs(pieces_of_others(sections)) do
		add(tostring(piece), link.preloading(lib.ArrayConcat(names, {tostring(piece)}), {}))
	end
	local finder = bytecode_of(link.preloading({"io.pieces"}, done), path .. ".tmp")
	if not complete or finder == "" then
		return err("INTERNAL_ERROR", {reason = "a module cannot be compiled"})
	end
	local text = (((((((tostring(#finder) .. " ") .. tostring(#head)) .. " ") .. tostring(
		#codes
	)) .. "\n") .. finder) .. head) .. codes
	return io.write_file(path, text) and ok(#text) or err("INTERNAL_ERROR", {reason = "cannot write", path = path})
end

return M
