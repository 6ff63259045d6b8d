--- busted output: its plain text, closed with `N passed, N failed` (and skipped ones, where there are some).
-- With TEST_RESULTS=file each test is also added to that file as a line of JSON (scripts/mutation/results.ts).
local plain = require("busted.outputHandlers.plainTerminal")
local busted = require("busted")
local cjson = require("cjson")

-- Where a test was defined: the lines of its file on the way to `it`, those of helpers and their callers included.
local function lines_of(file, trace)
  local lines = { trace.currentline }
  for line in (trace.traceback or ""):gmatch(file:gsub("%p", "%%%0") .. ":(%d+):") do
    lines[#lines + 1] = tonumber(line)
  end
  return lines
end

local function record(handler, results, element, status)
  local trace = element.trace or {}
  local file = (trace.short_src or element.name or ""):gsub("^%./", "")
  local line = cjson.encode({
    file = file,
    names = { handler.getFullName(element) },
    lines = trace.currentline and lines_of(file, trace),
    status = status,
  })
  results:write(line, "\n")
  results:flush()
end

return function(options)
  local handler = plain(options)
  local subscribe = handler.subscribe
  local path = os.getenv("TEST_RESULTS")
  local results = path and assert(io.open(path, "a"))

  function handler:subscribe(...)
    subscribe(self, ...)
    if results then
      busted.subscribe({ "test", "start" }, function(element)
        record(handler, results, element, "started")
        return nil, true
      end)
      busted.subscribe({ "test", "end" }, function(element, _, status)
        record(handler, results, element, status == "success" and "passed" or status == "pending" and status or "failed")
        return nil, true
      end)
    end
    busted.subscribe({ "suite", "end" }, function()
      local failed = handler.failuresCount + handler.errorsCount
      local skipped = handler.pendingsCount > 0 and (", %d skipped"):format(handler.pendingsCount) or ""
      print(("%d passed, %d failed%s"):format(handler.successesCount, failed, skipped))
      return nil, true
    end)
  end

  return handler
end
