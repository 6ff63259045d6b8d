-- Generated from src/lua/io/console.ts by "make lua"; do not edit.
--- A terminal: lines out.
local M = {}

--- Writes a line to standard output.
function M.print(line)
	io.write(line, "\n")
end

--- Writes a line to standard error.
function M.print_error(line)
	io.stderr:write(line, "\n")
end

return M
