-- Generated from src/sso_login/check/way_back.ts by "make lua"; do not edit.
--- The way into the router beside single sign-on: SSH.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local strings = require("sso_login.base.strings")

--- Bytes of the largest file that is read.
local max_file = 262144
local ssh_port = 22

--- The kernel's text for a listening socket.
local listening = "0A"

--- A port as /proc/net/tcp has it.
local function hex_port(port)
	local high = string.char(math.floor(port / 256) % 256)
	return string.upper(bytes.hex_encode(high .. string.char(port % 256)))
end

local function lines_of(io, file)
	return lib.StringSplit(io.read_file(file, max_file) or "", "\n")
end

--- Whether some program listens at a port, on IPv4 or IPv6.
local function is_listening(io, port)
	local wanted = ":" .. hex_port(port)
	local lines = lib.ArrayConcat(
		lines_of(io, io.paths.proc_dir .. "/net/tcp"),
		lines_of(io, io.paths.proc_dir .. "/net/tcp6")
	)
	return lib.ArraySome(lines, function(_, line)
		local words = strings.split_words(line, " ")
		return lib.StringEndsWith(words[2] or "", wanted) and words[4] == listening
	end)
end

--- The field of root's line in /etc/shadow that holds the password's hash; undefined where it cannot be read.
local function root_hash(io)
	local line = lib.ArrayFind(
		lines_of(io, io.paths.system_dir .. "/shadow"),
		function(_, candidate) return lib.StringStartsWith(candidate, "root:") end
	)
	return line ~= nil and lib.StringSplit(line, ":")[2] or nil
end

--- Whether root's password is empty, so that anybody logs in without one.
function M.root_without_password(io)
	return root_hash(io) == ""
end

--- Whether a file has a key for root: a line that is no comment.
local function has_key(io, file)
	return lib.ArraySome(
		lines_of(io, file),
		function(_, line) return line ~= "" and not lib.StringStartsWith(line, "#") end
	)
end

--- The options of Dropbear's sections that are not switched off.
local function dropbears(io)
	local sections = io.uci_sections("dropbear")
	local all = lib.ArrayFilter(
		sections.ok and sections.data or {},
		function(_, section) return section.type == "dropbear" end
	)
	return lib.ArrayMap(
		lib.ArrayFilter(all, function(_, section) return section.options.enable ~= "0" end),
		function(_, section) return section.options end
	)
end

local function is_on(value)
	return value ~= "off" and value ~= "0" and value ~= "no" and value ~= "false"
end

local function port_of(options)
	local port = options.Port
	return type(port) == "string" and strings.parse_integer(port) or nil or ssh_port
end

--- The way in for root, of Dropbear or another SSH server at port 22.
function M.find(io)
	local servers = lib.ArrayFilter(
		dropbears(io),
		function(_, options) return is_listening(io, port_of(options)) end
	)
	if #servers > 0 and has_key(io, io.paths.system_dir .. "/dropbear/authorized_keys") then
		return "key"
	end
	local home = lib.StringSubstring(io.paths.system_dir, 0, #io.paths.system_dir - 4) .. "/root"
	if #servers == 0 and is_listening(io, ssh_port) then
		return has_key(io, home .. "/.ssh/authorized_keys") and "key" or "none"
	end
	local takes_password = lib.ArraySome(
		servers,
		function(_, options) return is_on(options.PasswordAuth) and is_on(options.RootPasswordAuth) end
	)
	local hash = root_hash(io) or ""
	return takes_password and not lib.ArrayIncludes({"", "!", "*"}, string.sub(hash, 1, 1)) and "password" or "none"
end

return M
