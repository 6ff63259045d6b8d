-- Generated from src/lua/io/input.ts by "make lua"; do not edit.
--- Standard input. base/io.ts documents each function.
local M = {}
local result = require("sso_login.result")
local clock = require("sso_login.io.clock")
local err, ok = result.err, result.ok

function M.read_input(max_bytes)
	local input = io.stdin:read(max_bytes + 1)
	return #(input or "") <= max_bytes and (input or "") or nil
end

--- The next bytes of standard input; "" at its end, undefined when nothing comes for so many seconds.
local function read_within(bytes, seconds)
	local poll = require("posix.poll")
	local unistd = require("posix.unistd")
	return poll.rpoll(0, math.ceil(seconds * 1000)) == 1 and unistd.read(0, bytes) or nil
end

function M.read_posted(max_bytes, seconds)
	local ____end = clock.monotonic() + seconds
	local text = ""
	do
		local left = seconds
		while #text <= max_bytes do
			local part = read_within(max_bytes + 1 - #text, left)
			if part == nil then
				return err("INVALID_REQUEST", {reason = ("not complete after " .. tostring(seconds)) .. " s"})
			end
			if part == "" then
				return ok(text)
			end
			text = text .. part
			left = math.max(0, ____end - clock.monotonic())
		end
	end
	return err("INPUT_TOO_LARGE", {reason = ("over " .. tostring(max_bytes)) .. " bytes"})
end

return M
