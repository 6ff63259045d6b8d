-- Generated from src/sso_login/program/session_table.ts by "make lua"; do not edit.
local lib, clock, console, log =
    require("sso_login.use")("lualib", "io.clock", "io.console", "base.log")
local M = {}
--- Bytes of a column: what a provider says about a user is escaped and cut as in the log.
local max_column = 200
local function row_of(entry, lifetime)
	local latest = lifetime ~= nil and (entry.since or 0) + lifetime or nil
	return {
		who = log.escape_value(entry.email ~= "" and entry.email or entry.sub, max_column),
		role = log.escape_value(entry.role, max_column),
		since = entry.since ~= nil and clock.format_time(entry.since) or "unknown",
		["until"] = clock.format_time(math.min(entry["until"], latest or entry["until"])),
		latest = latest ~= nil and clock.format_time(latest) or ""
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
--- Prints a line for each session, in columns: who, since and until when, and when at the latest where it may last
-- `lifetime` seconds.
function M.print(entries, lifetime)
	local header = {
		who = "WHO",
		role = "ROLE",
		since = "SINCE",
		["until"] = "UNTIL",
		latest = "LATEST"
	}
	local rows = lib.ArrayConcat(
		{header},
		lib.ArrayMap(
			entries,
			function(_, entry) return row_of(entry, lifetime) end
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
	local ends = lib.ArrayMap(
		rows,
		function(_, row) return row["until"] end
	)
	for _, row in ipairs(rows) do
		local last = lifetime ~= nil and cell(row["until"], ends) .. row.latest or row["until"]
		console.print(cell(row.who, who) .. (cell(row.role, role) .. cell(row.since, since)) .. last)
	end
end
return M
