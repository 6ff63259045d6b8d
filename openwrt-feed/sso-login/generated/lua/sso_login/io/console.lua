-- Generated from src/lua/io/console.ts by "make lua"; do not edit.
--- A terminal: lines out.
local M = {}

--- A terminal: lines out.
function M.print(line)
	io.write(line, "\n")
end

function M.print_error(line)
	io.stderr:write(line, "\n")
end

return M
