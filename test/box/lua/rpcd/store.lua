--- State of the rpcd stand-in on disk: one Lua table in one file, changed under a lock.
--
-- Several CGI processes use it at once, so a call reads, changes and writes the state while it holds an exclusive
-- lock on a file beside it. The state is written as a Lua table constructor, which keeps every string and number
-- exactly; a new version replaces the old one by renaming.
local fcntl = require("posix.fcntl")
local stdio = require("posix.stdio")
local unistd = require("posix.unistd")

local store = {}

local STATE_FILE = "rpcd-state.lua"
local LOCK_FILE = "rpcd-state.lock"

local function serialize(value, out)
    local kind = type(value)
    if kind == "table" then
        out[#out + 1] = "{"
        for key, item in pairs(value) do
            out[#out + 1] = "["
            serialize(key, out)
            out[#out + 1] = "]="
            serialize(item, out)
            out[#out + 1] = ","
        end
        out[#out + 1] = "}"
    elseif kind == "string" then
        out[#out + 1] = string.format("%q", value)
    elseif kind == "number" then
        out[#out + 1] = string.format("%.17g", value)
    else
        out[#out + 1] = tostring(value)
    end
end

local function read_state(path)
    local chunk = loadfile(path)
    return chunk and setfenv(chunk, {})() or nil
end

local function write_state(path, state)
    local out = { "return " }
    serialize(state, out)
    local temporary = path .. "." .. unistd.getpid()
    local file = assert(io.open(temporary, "w"))
    file:write(table.concat(out))
    file:close()
    assert(stdio.rename(temporary, path))
end

--- Runs `change(state)` while no other process can, saves the state after it, and returns what `change` returned.
-- `new_state()` makes the state of an rpcd that has just started; it is called when there is none yet. An error in
-- `change` is raised again after the lock is gone, and leaves the saved state as it was.
function store.update(folder, new_state, change)
    local lock = assert(fcntl.open(folder .. "/" .. LOCK_FILE, fcntl.O_RDWR + fcntl.O_CREAT, 384)) -- 0600
    local whole_file = { l_type = fcntl.F_WRLCK, l_whence = unistd.SEEK_SET, l_start = 0, l_len = 0 }
    assert(fcntl.fcntl(lock, fcntl.F_SETLKW, whole_file))

    local path = folder .. "/" .. STATE_FILE
    local results
    local succeeded, problem = pcall(function()
        local state = read_state(path) or new_state()
        results = { n = 0, change(state) }
        write_state(path, state)
    end)
    unistd.close(lock)
    if not succeeded then
        error(problem, 0)
    end
    return unpack(results)
end

return store
