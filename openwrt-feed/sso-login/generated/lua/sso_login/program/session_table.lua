-- Generated from src/sso_login/program/session_table.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local console = require("sso_login.io.console")
local log = require("sso_login.base.log")
--- Bytes of a column: what a provider says about a user is escaped and cut as in the log.
local max_column = 200
local function describe_session(entry, lifetime)
	local since = entry.since ~= nil and clock.format_time(entry.since) or "unknown"
	local who = entry.email ~= "" and entry.email or entry.sub
	local row = {
		log.escape_value(who, max_column),
		log.escape_value(entry.role, max_column),
		since
	}
	if lifetime == nil then
		return lib.ArrayConcat(
			row,
			{clock.format_time(entry["until"])}
		)
	end
	local latest = (entry.since or 0) + lifetime
	return lib.ArrayConcat(
		row,
		{
			clock.format_time(math.min(entry["until"], latest)),
			clock.format_time(latest)
		}
	)
end
--- Prints rows in columns, each but the last as wide as its longest member.
local function print_table(rows)
	local widths = {}
	for _, row in ipairs(rows) do
		do
			local i = 0
			while i < #row do
				widths[tostring(i)] = math.max(
					widths[tostring(i)] or 0,
					#(row[i + 1] or "")
				)
				i = i + 1
			end
		end
	end
	for _, row in ipairs(rows) do
		local line = ""
		local place = 0
		do
			local i = 0
			while i < #row do
				while #line < place do
					line = line .. " "
				end
				line = line .. (row[i + 1] or "")
				place = place + (widths[tostring(i)] or 0) + 2
				i = i + 1
			end
		end
		console.print(line)
	end
end
--- Prints a line for each session: who, since and until when, and when at the latest where it may last `lifetime` seconds.
function M.print(entries, lifetime)
	local head = lib.ArrayConcat({"WHO", "ROLE", "SINCE", "UNTIL"}, lifetime ~= nil and ({"LATEST"}) or ({}))
	print_table(lib.ArrayConcat(
		{head},
		lib.ArrayMap(
			entries,
			function(_, entry) return describe_session(entry, lifetime) end
		)
	))
end
return M
