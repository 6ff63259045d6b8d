-- Generated from src/lua/io/pieces.ts by "make lua"; do not edit.
local M = {}

--- Facts about a file itself.
local function facts_of(path)
	return require("posix.sys.stat").lstat(path)
end

--- The line of the head that belongs to a file as it is now.
function M.line_of(path)
	local facts = facts_of(path)
	local numbers = facts ~= nil and string.format("%d %d %d", facts.st_size, facts.st_mtime, facts.st_ctime) or "- - -"
	return ((path .. " ") .. numbers) .. "\n"
end

--- Lets `require` take modules from the file, where it fits. It was read up to the head; `sizes` is its first line: the lengths of
-- this module's bytecode, of the head and of the pieces. The head has the files that it was made with and of, an empty line, and the modules' places. The
-- answer is what is wrong; undefined where nothing is.
function M.use(file, sizes)
	local head_length, length = string.match(sizes, "^%d+ (%d+) (%d+)$")
	local head = file:read(tonumber(head_length) or 0) or ""
	local begin = (file:seek()) or 0
	-- Of the open file, as another may have taken its place meanwhile.
	local problem = not ((file:seek("end")) == begin + (tonumber(length) or -1)) and "owner, mode or size" or nil
	local files_end = string.find(head, "\n\n", 1, true)
	local files = string.sub(head, 1, files_end)
	for line, name in string.gmatch(files, "((/[^\n]*) %S+ %S+ %S+\n)") do
		if M.line_of(name) ~= line then
			problem = "made with another " .. name
		end
	end
	if problem ~= nil then
		return problem
	end
	local function load(preload, name)
		local ____, name_ends = string.find(head, ("\n" .. name) .. " ", 1, true)
		if name_ends ~= nil then
			local offset, bytes = string.match(head, "(%d+) (%d+)", name_ends)
			file:seek("set", begin + (tonumber(offset) or 0))
			rawset(preload, name, (loadstring(file:read(tonumber(bytes) or 0) or "")))
		end
		return rawget(preload, name)
	end
	local ____require_result_0 = require("package")
	local preload = ____require_result_0.preload
	setmetatable(preload, {__index = load})
	return nil
end

return M
