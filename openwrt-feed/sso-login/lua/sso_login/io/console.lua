-- Generated from src/sso_login/io/console.ts by "make lua"; do not edit.
local ____exports = {}
--- Writes a line to standard output.
function ____exports.print(line)
	io.write(line, "\n")
end
--- Writes a line to standard error.
function ____exports.print_error(line)
	io.stderr:write(line, "\n")
end
--- A Unix time in the router's time zone, `2026-01-31 12:00:00`.
function ____exports.format_time(seconds)
	return os.date("%Y-%m-%d %H:%M:%S", seconds)
end
return ____exports
