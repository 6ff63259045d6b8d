--- The three ways in which a program fails: it is none, it throws, or it asks for what the stand-in does not know.
local failure = {}

local function position(source, at)
  local before = source:sub(1, at - 1)
  local _, lines = before:gsub("\n", "")
  return lines + 1, #before:match("[^\n]*$") + 1
end

--- Refuses a source; `at` is the place of a byte. The error is { syntax = message }.
function failure.syntax(source, at, message)
  local line, byte = position(source, at)
  error({ syntax = ("%s\nIn line %d, byte %d:\n"):format(message, line, byte) }, 0)
end

--- Ends the program: nothing of the service should use this, so the stand-in does not have it. `try` cannot catch it.
function failure.unknown(what)
  io.stdout:flush()
  io.stderr:write("stand-in of ucode: does not know ", what, "\n", debug.traceback(), "\n")
  os.exit(70)
end

--- Throws an exception that `try` catches; kinds are Type error, Reference error, Syntax error, Runtime error and Error.
function failure.throw(kind, message)
  local exception = { type = kind, message = message }
  for level = 2, 60 do
    local info = debug.getinfo(level, "Sl")
    if not info then
      break
    end
    if info.source:sub(1, 7) == "=ucode:" then
      exception.path, exception.line = info.source:sub(8), info.currentline
      break
    end
  end
  error(exception, 0)
end

return failure
