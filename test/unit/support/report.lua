--- busted output: its plain text, closed with `N passed, N failed` (and skipped ones, where there are some).
local plain = require("busted.outputHandlers.plainTerminal")
local busted = require("busted")

return function(options)
  local handler = plain(options)
  local subscribe = handler.subscribe

  function handler:subscribe(...)
    subscribe(self, ...)
    busted.subscribe({ "suite", "end" }, function()
      local failed = handler.failuresCount + handler.errorsCount
      local skipped = handler.pendingsCount > 0 and (", %d skipped"):format(handler.pendingsCount) or ""
      print(("%d passed, %d failed%s"):format(handler.successesCount, failed, skipped))
      return nil, true
    end)
  end

  return handler
end
