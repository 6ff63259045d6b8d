-- Generated from src/lua/io/link.ts by "make lua"; do not edit.
--- Finds the modules that are compiled: all that programs load, at once or late. The counterpart in ucode is src/ucode/io/link.uc.
local lib = require("sso_login.lualib")
local M = {}
local files = require("sso_login.io.files")

--- The path of a module's source; undefined where it is in C.
function M.path_of(name)
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

--- The source of one of the service's modules; "" where it is in C or missing.
function M.source_of(name)
	local path = M.path_of("sso_login." .. name)
	return path ~= nil and (files.read_file(path, 262144) or "") or ""
end

--- The modules that the runs of a plan load, and what those load. What the plan leaves out is there only where a head imports it.
local function modules_of(plan)
	local modules = {}
	local look_at
	look_at = function(name)
		local source = modules[name] ~= nil and "" or M.source_of(name)
		if source == "" then
			return
		end
		local module = {source = source, imports = {}, runs = ""}
		modules[name] = module
		local head_ends = (string.find(source, "function[ %w_.]*%(")) or #source
		for at, other in string.gmatch(source, "()require%(\"sso_login%.([%w_.]+)\"%)") do
			local is_of_head = (tonumber(at) or 0) < head_ends
			module.imports = lib.ArrayConcat(module.imports, is_of_head and ({other}) or {})
			if is_of_head or not lib.ArrayIncludes(plan.left_out, other) then
				look_at(other)
			end
		end
	end
	local count
	count = function(name, run)
		look_at(name)
		local module = modules[name]
		if module ~= nil and not lib.StringEndsWith(module.runs, run) then
			module.runs = module.runs .. run
			for _, other in ipairs(module.imports) do
				count(other, run)
			end
		end
	end
	local number = 0
	for _, run in ipairs(plan.runs) do
		number = number + 1
		for _, name in ipairs(lib.ArrayConcat({run.program}, run.modules)) do
			count(name, (" " .. tostring(number)) .. " ")
		end
	end
	return modules
end

--- The modules of a plan, each once. Those that each request to the service loads are one piece, but those of them that other programs load,
-- too, which are another; each other module is a piece by itself.
function M.pieces_of(plan)
	local pieces = {}
	local modules = modules_of(plan)
	local ____opt_1 = modules["web.routes"]
	local of_requests = ____opt_1 and ____opt_1.runs or "none"
	for name, ____temp_3 in pairs(modules) do
		local runs
		local source
		source = ____temp_3.source
		runs = ____temp_3.runs
		local is_shared = lib.StringStartsWith(runs, of_requests)
		local key = is_shared and runs or name
		local known = pieces[key] or ({names = {}, source = "return package.preload[...](...)"})
		local kept = (((("package.preload[\"sso_login." .. name) .. "\"]=function(...)\n") .. source) .. "\nend\n") ..
			known.source
		pieces[key] = {
			names = lib.ArrayConcat(known.names, {"sso_login." .. name}),
			source = is_shared and kept or source
		}
	end
	return pieces
end

return M
