-- Generated from src/lua/io/code.ts by "make lua"; do not edit.
--- Compiled modules: compiling its sources is most of what a short request costs. `sso-login compile` keeps all that a
-- request may need in one file, and a request takes out of it what it does need. The file counts while it belongs to the user
-- that runs the request and no one else may read it, while it has the length that it says, and while runtime and package are
-- the files that it was made with and of; else the sources are there.
local M = {}

--- Where the file is: beside the run directory, and lost at a reboot as that is. The init script makes it.
function M.path_beside(run_dir)
	return run_dir .. ".code"
end

--- Bytes of the first line: how long the head is, and the whole file.
M.sizes_length = 18

--- A regular file of mode 0600.
local private_file = 33152

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
local function problem_of(path, head, total)
	local own = facts_of(path)
	local ____self = facts_of("/proc/self/.")
	if own == nil or own.st_uid ~= (____self and ____self.st_uid) or own.st_mode ~= private_file or own.st_size ~= total then
		return "owner, mode or size"
	end
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

--- From now on `require` takes modules from the file, where there is one that fits.
function M.use(options)
	local path = M.path_beside((options.root or "") .. "/var/run/sso-login")
	local file = io.open(path, "rb")
	if file == nil then
		return
	end
	local length, total = string.match(file:read(M.sizes_length) or "", "^ *(%d+) +(%d+)\n")
	local head = file:read(tonumber(length) or 0) or ""
	local problem = problem_of(path, head, tonumber(total) or -1)
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
		file:seek("set", M.sizes_length + #head + (tonumber(offset) or 0))
		local ____opt_2 = (loadstring(file:read(tonumber(bytes) or 0) or ""))
		if ____opt_2 ~= nil then
			____opt_2()
		end
		return rawget(preload, name)
	end
	setmetatable(require("package").preload, {__index = load})
end

return M
