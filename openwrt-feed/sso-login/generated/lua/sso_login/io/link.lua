-- Generated from src/lua/io/link.ts by "make lua"; do not edit.
--- Finds the modules that are compiled: all that programs load, at once or late. The counterpart in ucode is src/ucode/io/link.uc.
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

--- The source that puts modules, and those that their heads import, into `package.preload`, without those that were done.
function M.preloading(names, done)
	local text = ""
	for _, name in ipairs(names) do
		local path = not (done[name] ~= nil) and M.path_of("sso_login." .. name) or nil
		local source = path ~= nil and (files.read_file(path, 262144) or "") or ""
		done[name] = true
		if source ~= "" then
			local imported = {}
			local head_ends = string.find(source, "function[ %w_.]*%(")
			for other in string.gmatch(string.sub(source, 1, head_ends), "require%(\"sso_login%.([%w_.]+)\"%)") do
				imported[#imported + 1] = other
			end
			text = text .. (((("package.preload[\"sso_login." .. name) .. "\"]=function(...)\n") .. source) ..
				"\nend\n") .. M.preloading(
				imported,
				done
			)
		end
	end
	return text
end

return M
