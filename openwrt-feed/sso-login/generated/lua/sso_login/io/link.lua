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

--- The modules that the runs of a plan load, and what those load, each once. What the plan leaves out is there only where a head imports it.
function M.modules_of(plan)
	local found = {}
	local passed = {}
	local look_at
	look_at = function(name)
		local source = passed[name] ~= nil and "" or M.source_of(name)
		passed[name] = true
		if source == "" then
			return
		end
		found[#found + 1] = {name = name, source = source}
		-- An installed module has no comment above its first import.
		for start, other in string.gmatch("\n" .. source, "\n([^\n]-)require%(\"sso_login%.([%w_.]+)\"%)") do
			if (string.find(start, "^local ")) ~= nil or not lib.ArrayIncludes(plan.left_out, other) then
				look_at(other)
			end
		end
	end
	for _, run in ipairs(plan.runs) do
		look_at(run.program)
		for _, name in ipairs(run.modules) do
			look_at(name)
		end
	end
	return found
end

return M
