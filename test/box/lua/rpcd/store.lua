--- State of the rpcd stand-in on disk: one Lua table in one file, changed under a lock.
--
-- Several CGI processes use it at once, so a call reads, changes and writes the state while it holds an exclusive
-- lock on a file beside it. The state is written as a Lua table constructor, which keeps every string and number
-- exactly; a new version replaces the old one by renaming.
local files = require("files")

local store = {}

--- Runs `change(state)` while no other process can, saves the state after it, and returns what `change` returned.
-- `new_state()` makes the state of an rpcd that has just started; it is called when there is none yet. An error in
-- `change` is raised again after the lock is gone, and leaves the saved state as it was.
function store.update(folder, new_state, change)
    return files.locked(folder .. "/rpcd-state.lock", function()
        local path = folder .. "/rpcd-state.lua"
        local chunk = loadfile(path)
        local state = chunk and setfenv(chunk, {})() or new_state()
        local results = { change(state) }
        assert(files.replace(path, "return " .. files.serialized(state)))
        return unpack(results)
    end)
end

return store
