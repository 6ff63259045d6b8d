--- Stand-in for libuci-lua: cursors on UCI files in their real syntax, pending changes included.
--
-- `test/contract/` compares it with the real module. Left out is what neither the service nor the box calls: functions without
-- a cursor, targets as one string or by position, `add`, `reorder`, `changes`, and further folders.
local fcntl = require("posix.fcntl")
local stat = require("posix.sys.stat")
local stdio = require("posix.stdio")
local stdlib = require("posix.stdlib")
local unistd = require("posix.unistd")
local package_ = require("libuci.package")
local syntax = require("libuci.syntax")

local uci = {}

local cursor = {}
cursor.__index = cursor

local function read_file(path)
    local info = stat.stat(path)
    if not info or stat.S_ISREG(info.st_mode) == 0 then
        return nil
    end
    local file = io.open(path, "rb")
    if not file then
        return nil
    end
    local text = file:read("*a")
    file:close()
    return text
end

-- Replaces a file at once, or what a link points to, keeping its permissions; a new one is for its owner alone.
local function replace_file(path, text)
    path = stdlib.realpath(path) or path
    local info = stat.stat(path)
    local temporary = path:gsub("[^/]*$", ".%0.uci-" .. unistd.getpid())
    local file = io.open(temporary, "wb")
    if not file then
        return false
    end
    file:write(text)
    file:close()
    stat.chmod(temporary, info and info.st_mode % 4096 or 384) -- 0600
    return stdio.rename(temporary, path) ~= nil
end

-- Runs `work` while no other process changes this cursor's files.
local function with_lock(self, work)
    stat.mkdir(self.savedir, 448) -- 0700; fails when it exists
    local lock = assert(fcntl.open(self.savedir .. "/.lock", fcntl.O_RDWR + fcntl.O_CREAT, 384))
    local whole_file = { l_type = fcntl.F_WRLCK, l_whence = unistd.SEEK_SET, l_start = 0, l_len = 0 }
    assert(fcntl.fcntl(lock, fcntl.F_SETLKW, whole_file))
    local results = { pcall(work) }
    unistd.close(lock)
    if not results[1] then
        error(results[2], 0)
    end
    return unpack(results, 2)
end

local function message(problem)
    return "uci: " .. problem
end

local function status(done, problem)
    if done then
        return true
    end
    return false, message(problem)
end

-- Applies the pending changes of a package; returns how many could be applied.
local function apply_pending(self, pack)
    local applied = 0
    for _, word in ipairs(syntax.read_words(read_file(self.savedir .. "/" .. pack.name) or "")) do
        local change = package_.parse_change(pack, word)
        if change and package_.apply(pack, change) then
            applied = applied + 1
        end
    end
    return applied
end

-- The package's file with nothing pending.
local function read_package(self, name)
    if not syntax.is_package_name(name) then
        return nil, package_.INVALID
    end
    local text = read_file(self.confdir .. "/" .. name)
    if not text then
        return nil, package_.NOT_FOUND
    end
    local pack = package_.new(name)
    local done, problem = package_.read(pack, text)
    if not done then
        return nil, problem
    end
    return pack
end

-- The package as this cursor knows it, loaded when it is not.
local function loaded(self, name)
    if self.packages[name] then
        return self.packages[name]
    end
    local pack, problem = read_package(self, name)
    if not pack then
        return nil, problem
    end
    apply_pending(self, pack)
    self.packages[name] = pack
    return pack
end

local function type_error(position, wanted, value)
    error(("bad argument #%d (%s expected, got %s)"):format(position, wanted, type(value)), 0)
end

local function text_argument(value, position)
    if type(value) ~= "string" and type(value) ~= "number" then
        type_error(position, "string", value)
    end
    return (tostring(value):gsub("%z.*", ""))
end

-- The first arguments as {package, section, option}, of which `limit` are names.
local function target(limit, ...)
    local given = { ... }
    return {
        package = text_argument(given[1], 1),
        section = #given >= 2 and text_argument(given[2], 2) or nil,
        option = select("#", ...) >= 3 and limit >= 3 and text_argument(given[3], 3) or nil,
    }
end

local function option_value(option)
    if not option.list then
        return option.value
    end
    local items = {}
    for index, item in ipairs(option.list) do
        items[index] = item
    end
    return items
end

local function section_table(section, index)
    local fields = { [".name"] = section.name, [".type"] = section.type, [".anonymous"] = section.anonymous }
    fields[".index"] = index
    for _, option in ipairs(section.options) do
        fields[option.name] = option_value(option)
    end
    return fields
end

local function package_table(pack)
    local sections = {}
    for index, section in ipairs(pack.sections) do
        sections[section.name] = section_table(section, index - 1)
    end
    return sections
end

-- What a target names: package, section, option, as far as it goes; nil and a message when a part does not exist.
-- `no_section` is the message for a section that does not exist, which differs between functions.
local function resolve(self, wanted, no_section)
    local pack, problem = loaded(self, wanted.package)
    if not pack then
        return nil, message(problem)
    end
    if not wanted.section then
        return pack
    end
    local section = package_.section(pack, wanted.section)
    if not section then
        return nil, message(no_section)
    end
    local option = wanted.option and package_.option(section, wanted.option)
    if wanted.option and not option then
        return nil, message(package_.NOT_FOUND)
    end
    return pack, section, option
end

--- get(package, section) gives type and name; get(package, section, option) the value.
function cursor:get(...)
    local wanted = target(3, ...)
    local pack, section, option = resolve(self, wanted, package_.INVALID)
    if not pack then
        return nil, section
    elseif option then
        return option_value(option)
    elseif section then
        return section.type, section.name
    end
    return nil, message(package_.INVALID)
end

--- get_all(package) gives all sections by name; get_all(package, section) its options.
function cursor:get_all(...)
    local pack, section, option = resolve(self, target(3, ...), package_.NOT_FOUND)
    if not pack then
        return nil, section
    elseif option then
        return option_value(option)
    end
    return section and section_table(section) or package_table(pack)
end

--- Calls `visit` with each section of a type. True when called once.
function cursor:foreach(name, section_type, visit)
    local pack = loaded(self, text_argument(name, 1))
    local visited = false
    for index, section in ipairs(pack and pack.sections or {}) do
        if section.type == section_type then
            visited = true
            visit(section_table(section, index - 1))
        end
    end
    return visited
end

local function list_argument(values)
    if #values < 1 then
        error("Cannot set an uci option to an empty table value", 0)
    end
    local texts = {}
    for index, value in ipairs(values) do
        texts[index] = text_argument(value, -1)
    end
    return texts
end

--- set(package, section, type) or set(package, section, option, value or list).
function cursor:set(...)
    local count = select("#", ...)
    local wanted = target(count == 4 and 3 or 2, ...)
    local value = select(count, ...)
    local pack, problem = loaded(self, wanted.package)
    if not pack then
        return status(nil, problem)
    end
    if count == 4 and type(value) == "table" then
        return status(package_.set_list(pack, wanted.section, wanted.option, list_argument(value)))
    end
    return status(package_.set(pack, wanted.section, wanted.option, text_argument(value, count)))
end

--- delete(package, section) or delete(package, section, option).
function cursor:delete(...)
    local wanted = target(3, ...)
    local pack, problem = loaded(self, wanted.package)
    if not pack then
        return status(nil, problem)
    end
    return status(package_.delete(pack, wanted.section, wanted.option))
end

--- Gives a section another name.
function cursor:rename(name, section, value)
    local pack, problem = loaded(self, text_argument(name, 1))
    if not pack then
        return status(nil, problem)
    end
    return status(package_.rename(pack, text_argument(section, 2), text_argument(value, 3)))
end

local function save_package(self, pack)
    if #pack.delta == 0 then
        return true
    end
    local file = io.open(self.savedir .. "/" .. pack.name, "ab")
    if not file then
        return nil, "I/O error"
    end
    for _, change in ipairs(pack.delta) do
        file:write(package_.change_line(pack, change))
    end
    file:close()
    pack.delta = {}
    return true
end

--- Writes the changes made with this cursor to the folder of pending changes.
function cursor:save(name)
    local pack, problem = loaded(self, text_argument(name, 1))
    if not pack then
        return status(nil, problem)
    end
    return with_lock(self, function()
        return status(save_package(self, pack))
    end)
end

local function empty_pending(self, name)
    local path = self.savedir .. "/" .. name
    if stat.stat(path) then
        local file = io.open(path, "wb")
        if file then
            file:close()
        end
    end
end

local function commit_package(self, pack)
    local done, problem = save_package(self, pack)
    if not done then
        return status(nil, problem)
    end
    local fresh, reason = read_package(self, pack.name)
    if not fresh then
        return status(nil, reason)
    end
    self.packages[pack.name] = fresh
    if apply_pending(self, fresh) == 0 then
        return true
    end
    if not replace_file(self.confdir .. "/" .. pack.name, syntax.write_config(fresh.sections)) then
        return status(nil, "I/O error")
    end
    empty_pending(self, pack.name)
    return true
end

--- Writes all pending changes of a package to its file, those of other processes too.
function cursor:commit(name)
    local pack, problem = loaded(self, text_argument(name, 1))
    if not pack then
        return status(nil, problem)
    end
    return with_lock(self, function()
        return commit_package(self, pack)
    end)
end

--- Forgets pending changes of a package.
function cursor:revert(name)
    local pack, problem = loaded(self, text_argument(name, 1))
    if not pack then
        return status(nil, problem)
    end
    return with_lock(self, function()
        empty_pending(self, pack.name)
        self.packages[pack.name] = nil
        return true
    end)
end

--- Reads a package anew, forgetting changes that were not saved.
function cursor:load(name)
    name = text_argument(name, 1)
    self.packages[name] = nil
    local pack, problem = loaded(self, name)
    return status(pack, problem)
end

--- Forgets a package; false when it was not loaded.
function cursor:unload(name)
    name = text_argument(name, 1)
    local known = self.packages[name] ~= nil
    self.packages[name] = nil
    return known
end

--- A cursor on a folder of configuration files and a folder of pending changes.
function uci.cursor(confdir, savedir)
    return setmetatable({
        confdir = confdir or "/etc/config",
        savedir = savedir or "/tmp/.uci",
        packages = {},
    }, cursor)
end

return uci
