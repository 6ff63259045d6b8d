-- Generated from src/lua/io/pieces.ts by "make lua"; do not edit.
--- The file of compiled modules that code.ts opens: when it counts, and how `require` takes modules out of it.
local M = {}

--- Where the file is: beside the run directory, and lost at a reboot as that is. The init script makes it.
function M.path_beside(run_dir)
	return run_dir .. ".code"
end

--- Bytes of the first line: how long the bytecode of this module is, which follows, then the head, and the whole file.
M.sizes_length = 27

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

--- What is wrong with a file that begins with this head; undefined when nothing is. An empty line ends what it was made of.
local function problem_of(head)
	local made_of = string.match(head, "^(/.-\n)\n")
	if made_of == nil then
		return "a head of another form"
	end
	for line, name in string.gmatch(made_of, "(([^\n]*) %S+ %S+ %S+\n)") do
		if M.line_of(name) ~= line then
			return "made with another " .. name
		end
	end
	return nil
end

--- Refuses the file: it goes, so that there is one line in the log and not one a request.
local function refuse(path, reason, options)
	os.remove(path)
	local log = require("sso_login.io.log").make("", options).log
	log("warning", ("CODE_IGNORED reason=\"" .. reason) .. "\"")
end

--- From now on `require` takes modules from the file, where it fits; `is_own` says that nobody else can have written it.
function M.use(file, path, is_own, options)
	file:seek("set", 0)
	local own_length, length, total = string.match(
		file:read(M.sizes_length) or "",
		"^ *(%d+) +(%d+) +(%d+)\n"
	)
	local head_begins = M.sizes_length + (tonumber(own_length) or 0)
	file:seek("set", head_begins)
	local head = file:read(tonumber(length) or 0) or ""
	local ____is_own_2 = is_own
	if ____is_own_2 then
		local ____opt_0 = facts_of(path)
		____is_own_2 = (____opt_0 and ____opt_0.st_size) == tonumber(total)
	end
	local fits = ____is_own_2
	local ____fits_3
	if fits then
		____fits_3 = problem_of(head)
	else
		____fits_3 = "owner, mode or size"
	end
	local problem = ____fits_3
	if problem ~= nil then
		refuse(path, problem, options)
		return
	end
	-- A piece has one module or more, and puts each into `package.preload`.
	local function load(preload, name)
		local ____, place_ends = string.find(head, ("\n" .. name) .. " ", 1, true)
		if place_ends == nil then
			return nil
		end
		local offset, bytes = string.match(head, "(%d+) (%d+)", place_ends)
		file:seek("set", head_begins + #head + (tonumber(offset) or 0))
		local ____opt_4 = (loadstring(file:read(tonumber(bytes) or 0) or ""))
		if ____opt_4 ~= nil then
			____opt_4()
		end
		return rawget(preload, name)
	end
	setmetatable(require("package").preload, {__index = load})
end

return M
