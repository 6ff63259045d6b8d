-- Output of busted: TAP, or with `-Xoutput brief` only what fails and a last line of counts. Names are shown without control
-- characters: a spec's name may have what clears a terminal.
local busted = require("busted")
local base = require("busted.outputHandlers.base")
local signal = require("posix.signal")

-- Lua's own handler makes Ctrl-C an error, which the spec at hand catches.
signal.signal(signal.SIGINT, signal.SIG_DFL)

-- A text without control characters, those of UTF-8 (C1) among them.
local function visible(text)
	local function escape(characters)
		return (characters:gsub(".", function(byte)
			return ("\\x%02x"):format(byte:byte())
		end))
	end
	return (text:gsub("\194[\128-\159]", escape):gsub("[%z\1-\8\11-\31\127]", escape))
end

local function in_one_line(text)
	return (visible(text):gsub("%s*\n%s*", " "))
end

local function commented(text)
	return "# " .. visible(text):gsub("\n", "\n# ")
end

return function(options)
	local handler = base()
	local is_brief = options.arguments[1] == "brief"
	local counts = { passed = 0, failed = 0, skipped = 0 }

	local function count(kind)
		counts[kind] = counts[kind] + 1
		return counts.passed + counts.failed + counts.skipped
	end

	local function say(line, always)
		if always or not is_brief then
			io.write(line, "\n")
		end
	end

	local function fail(failed)
		local message = failed.message
		if type(message) ~= "string" then
			message = message == nil and "Nil error" or require("pl.pretty").write(message)
		end
		local trace = failed.element.trace or {}
		say(("not ok %d - %s"):format(count("failed"), in_one_line(failed.name)), true)
		say(("# %s @ %s"):format(trace.short_src or "?", trace.currentline or "?"), true)
		say(commented("Failure message: " .. message), true)
	end

	busted.subscribe({ "test", "end" }, function(_, _, status)
		if status == "success" then
			say(("ok %d - %s"):format(count("passed"), in_one_line(handler.successes[#handler.successes].name)))
		elseif status == "pending" then
			local pending = handler.pendings[#handler.pendings]
			say(("ok %d - # SKIP %s"):format(count("skipped"), in_one_line(pending.message or pending.name)))
		else
			local list = status == "failure" and handler.failures or handler.errors
			fail(list[#list])
		end
		io.flush()
		return nil, true
	end, { predicate = handler.cancelOnPending })

	busted.subscribe({ "error" }, function(element)
		if element.descriptor ~= "it" then
			fail(handler.errors[#handler.errors])
		end
		return nil, true
	end)

	busted.subscribe({ "suite", "end" }, function()
		say("1.." .. counts.passed + counts.failed + counts.skipped)
		if is_brief then
			local skipped = counts.skipped > 0 and (", %d skipped"):format(counts.skipped) or ""
			say(("%d passed, %d failed%s"):format(counts.passed, counts.failed, skipped), true)
		end
		io.flush()
		return nil, true
	end)

	return handler
end
