-- Generated from src/sso_login/program/session_table.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local clock = require("sso_login.io.clock")
local console = require("sso_login.io.console")
local log = require("sso_login.base.log")
--- Bytes of a column: what a provider says about a user is escaped and cut as in the log.
local max_column = 200
local header = {who = "WHO", role = "ROLE", since = "SINCE", ["until"] = "UNTIL"}
local function row_of(entry)
	return {
		who = log.escape_value(entry.email ~= "" and entry.email or entry.sub, max_column),
		role = log.escape_value(entry.role, max_column),
		since = entry.since ~= nil and clock.format_time(entry.since) or "unknown",
		["until"] = clock.format_time(entry["until"])
	}
end
--- A text with blanks behind it, two more than the longest of its column has.
local function cell(text, column)
	local filled = text
	while lib.ArraySome(
		column,
		function(_, other) return #other + 2 > #filled end
	) do
		filled = filled .. " "
	end
	return filled
end
--- Prints a line for each session, in columns.
function M.print(entries)
	local rows = lib.ArrayConcat(
		{header},
		lib.ArrayMap(
			entries,
			function(_, entry) return row_of(entry) end
		)
	)
	local who = lib.ArrayMap(
		rows,
		function(_, row) return row.who end
	)
	local role = lib.ArrayMap(
		rows,
		function(_, row) return row.role end
	)
	local since = lib.ArrayMap(
		rows,
		function(_, row) return row.since end
	)
	for _, row in ipairs(rows) do
		console.print(((cell(row.who, who) .. cell(row.role, role)) .. cell(row.since, since)) .. row["until"])
	end
end
return M
