--- A UCI package in memory and the changes that can be made to it.
--
-- Package: {name, sections, created, delta}. Section: {name, type, anonymous, options}. Option: {name,
-- value} or {name, list}. A change is {command, section, option, value}, where command is the character that begins
-- its line in a file of pending changes. Functions that can fail return true, or nil and what libuci calls the failure.
local syntax = require("libuci.syntax")

local package_ = {}

package_.INVALID = "Invalid argument"
package_.NOT_FOUND = "Entry not found"

--- An empty package.
function package_.new(name)
    return { name = name, sections = {}, created = 0, delta = {} }
end

local function index_of(list, name)
    for index, entry in ipairs(list) do
        if entry.name == name then
            return index
        end
    end
    return nil
end

local function find(list, name)
    return list[index_of(list, name)]
end

local function copy(list)
    local items = {}
    for index, item in ipairs(list) do
        items[index] = item
    end
    return items
end

--- A section by its name.
function package_.section(pack, name)
    return find(pack.sections, name)
end

--- An option of a section.
function package_.option(section, name)
    return find(section.options, name)
end

-- libuci names an anonymous section by how many sections came before it and a hash of its type.
local function anonymous_name(position, section_type)
    local hash = 5381
    for index = 1, #section_type do
        hash = (hash * 33 + section_type:byte(index)) % 4294967296
    end
    return ("cfg%02x%04x"):format(position, hash % 65536)
end

local function insert_section(pack, section_type, name)
    pack.created = pack.created + 1
    local section = {
        name = name or anonymous_name(pack.created, section_type),
        type = section_type,
        anonymous = name == nil,
        options = {},
    }
    pack.sections[#pack.sections + 1] = section
    return section
end

local function record(pack, command, section, option, value)
    pack.delta[#pack.delta + 1] = { command = command, section = section, option = option, value = value }
end

--- Deletes an option, or a section when no option is given.
function package_.delete(pack, section_name, option_name)
    local section = package_.section(pack, section_name)
    if not section then
        return nil, package_.NOT_FOUND
    end
    local list = option_name and section.options or pack.sections
    local index = index_of(list, option_name or section.name)
    if not index then
        return nil, package_.NOT_FOUND
    end
    table.remove(list, index)
    record(pack, "-", section.name, option_name)
    return true
end

local function set_type(pack, name, value)
    local section = package_.section(pack, name)
    if value == "" then
        return not section or package_.delete(pack, name)
    elseif not syntax.is_type(value) then
        return nil, package_.INVALID
    elseif not section then
        section = insert_section(pack, value, name)
    elseif section.type == value then
        return true
    end
    section.type = value
    record(pack, "", section.name, nil, value)
    return true
end

local function set_option(pack, section, name, value)
    local option = find(section.options, name)
    if value == "" then
        return not option or package_.delete(pack, section.name, name)
    elseif not option then
        option = { name = name }
        section.options[#section.options + 1] = option
    elseif option.value == value then
        return true
    end
    option.value, option.list = value, nil
    record(pack, "", section.name, name, value)
    return true
end

--- Sets an option; without an option, creates a section or changes its type. An empty value deletes.
function package_.set(pack, section_name, option_name, value)
    if not option_name then
        return set_type(pack, section_name, value)
    end
    local section = package_.section(pack, section_name)
    if not section then
        return nil, package_.INVALID
    end
    return set_option(pack, section, option_name, value)
end

--- Appends to a list; an option becomes a list with its value first.
function package_.add_list(pack, section_name, option_name, value)
    local section = package_.section(pack, section_name)
    if not section then
        return nil, package_.INVALID
    end
    local option = find(section.options, option_name)
    if not option then
        option = { name = option_name, list = {} }
        section.options[#section.options + 1] = option
    elseif not option.list then
        option.list, option.value = { option.value }, nil
    end
    option.list[#option.list + 1] = value
    record(pack, "|", section.name, option_name, value)
    return true
end

--- Sets a list. One of a single member is made anew; a longer one begins as an option, as in libuci-lua.
function package_.set_list(pack, section_name, option_name, values)
    local first = 2
    if #values == 1 then
        first = 1
        local section = package_.section(pack, section_name)
        if section and find(section.options, option_name) then
            package_.delete(pack, section_name, option_name)
        end
    else
        local done, problem = package_.set(pack, section_name, option_name, values[1])
        if not done then
            return nil, problem
        end
    end
    for index = first, #values do
        local done, problem = package_.add_list(pack, section_name, option_name, values[index])
        if not done then
            return nil, problem
        end
    end
    return true
end

--- Renames a section, which then is no longer anonymous.
function package_.rename(pack, section_name, value)
    local section = package_.section(pack, section_name)
    if not section then
        return nil, package_.NOT_FOUND
    end
    record(pack, "@", section.name, nil, value)
    section.name, section.anonymous = value, false
    return true
end

--- Fills a package from the text of its file. Returns true, or nil and the parse error.
function package_.read(pack, text)
    local current
    local events = {}
    function events.has_section()
        return current ~= nil
    end
    function events.section(section_type, name, fail)
        current = name and find(pack.sections, name)
        if current and current.type ~= section_type then
            fail("section of different type overwrites prior section with same name")
        end
        current = current or insert_section(pack, section_type, name)
    end
    function events.option(name, value)
        if value ~= "" then -- in a file, unlike in a change, an empty option deletes nothing
            set_option(pack, current, name, value)
        end
    end
    function events.list(name, value)
        package_.add_list(pack, current.name, name, value)
    end
    local done, problem = syntax.read_config(text, events)
    pack.delta = {}
    return done, problem and "Parse error " .. problem
end

local appliers = {
    [""] = function(pack, change)
        return package_.set(pack, change.section, change.option, change.value)
    end,
    ["-"] = function(pack, change)
        return package_.delete(pack, change.section, change.option)
    end,
    ["|"] = function(pack, change)
        return package_.add_list(pack, change.section, change.option, change.value)
    end,
    ["@"] = function(pack, change)
        return package_.rename(pack, change.section, change.value)
    end,
}

local function has_what_it_needs(change)
    if change.command == "-" then
        return true
    elseif not change.value then
        return false
    elseif change.command == "|" then
        return change.option ~= nil
    elseif change.command == "@" then
        return syntax.is_name(change.value)
    end
    return true
end

--- Reads one line of a file of pending changes; nil when it is not one for this package.
function package_.parse_change(pack, word)
    local command = word:match("^[-|@]") or ""
    local path, value = word:sub(#command + 1), nil
    if path:find("=", 1, true) then
        path, value = path:match("^([^=]*)=(.*)$")
    end
    local name, section, option = path:match("^([^.]+)%.([^.]+)%.?([^.]*)$")
    option = option ~= "" and option or nil
    if name ~= pack.name or not syntax.is_name(section) or (option and not syntax.is_name(option)) then
        return nil
    end
    local change = { command = command, section = section, option = option, value = value }
    return has_what_it_needs(change) and change or nil
end

--- Makes a pending change; true when it could be made.
function package_.apply(pack, change)
    local unsaved = copy(pack.delta)
    local done = appliers[change.command](pack, change)
    pack.delta = unsaved
    return done ~= nil
end

--- A change as a line of a file of pending changes.
function package_.change_line(pack, change)
    local path = change.command .. pack.name .. "." .. change.section
    if change.option then
        path = path .. "." .. change.option
    end
    return change.value and path .. "=" .. syntax.quote(change.value) .. "\n" or path .. "\n"
end

return package_
