-- Generated from src/lua/io/option.ts by "make lua"; do not edit.
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok
--- Opens a cursor; `root` stands for `/`.
function M.open(root)
	local uci = require("uci")
	return root ~= "" and uci.cursor(root .. "/etc/config", root .. "/tmp/.uci") or uci.cursor()
end
--- Whether libuci's message says that there is no such thing, rather than a file it cannot parse. A missing section is an
-- "Invalid argument" there; the text may go on with the place of an earlier error.
local function is_not_found(message)
	local text = message ~= nil and string.lower(message) or "not found"
	return ((string.find(text, "not found", 1, true)) or (string.find(text, "invalid argument", 1, true))) ~= nil
end
--- As `Io.uci_get`.
function M.get(cursor, config, section, option)
	local value, message = cursor:get(config, section, option)
	return (value ~= nil or is_not_found(message)) and ok(value) or err("UCI_ERROR", {config = config, reason = message})
end
return M
