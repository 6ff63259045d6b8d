--- rpcd's exec plugins (plugin.c and exec.c): the programs below /usr/libexec/rpcd, each a ubus object.
--
-- A program prints its methods when it is called with `list`; with `call METHOD` it reads the arguments as JSON and
-- answers with one JSON object.
local cjson = require("cjson.safe")
local dirent = require("posix.dirent")
local unistd = require("posix.unistd")
local blob = require("rpcd.blob")

local plugin = {}

local STATUS_INVALID_ARGUMENT = 2
local STATUS_METHOD_NOT_FOUND = 3

-- What a pipe takes at once; rpcd writes no more and closes it.
local PIPE_SIZE = 65536

local function quote(text)
    return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function program_of(root, object)
    local path = root .. "/usr/libexec/rpcd/" .. object
    return not object:find("/", 1, true) and unistd.access(path, "x") and path or nil
end

-- Standard output of a program that is given `input`. The file is gone when the program begins, as this process may be killed.
local function run(command, input)
    local name = os.tmpname()
    local file = assert(io.open(name, "wb"))
    file:write(input:sub(1, PIPE_SIZE))
    file:close()
    local pipe = assert(io.popen("{ rm " .. quote(name) .. "; " .. command .. "; } <" .. quote(name), "r"))
    local output = pipe:read("*a")
    pipe:close()
    return output
end

local function to_json(value)
    local kind, parts = blob.kind(value), {}
    if kind == "array" then
        for index, item in ipairs(value.items) do
            parts[index] = to_json(item)
        end
        return "[" .. table.concat(parts, ",") .. "]"
    elseif kind == "table" then
        for index, field in ipairs(value.fields) do
            parts[index] = cjson.encode(tostring(field[1])) .. ":" .. to_json(field[2])
        end
        return "{" .. table.concat(parts, ",") .. "}"
    elseif kind == "int32" or kind == "int64" then
        return ("%.0f"):format(value.value)
    end
    return cjson.encode(value)
end

--- Names of the objects that are plugins.
function plugin.objects(root)
    local names = {}
    local ok, found = pcall(dirent.dir, root .. "/usr/libexec/rpcd")
    for _, name in ipairs(ok and found or {}) do
        if name:sub(1, 1) ~= "." then
            names[#names + 1] = name
        end
    end
    table.sort(names)
    return names
end

-- Where the answer of a program's `list` is kept: rpcd asks when it starts and when it reloads, and not at each call.
local function list_path(root, object)
    return root .. "/var/run/ubus/list." .. object
end

local function list_methods(root, object)
    local text = run(quote(program_of(root, object)) .. " list", "")
    local file = assert(io.open(list_path(root, object), "wb"))
    file:write(text)
    file:close()
    return text
end

local function methods_of(root, object)
    local file = io.open(list_path(root, object), "rb")
    local text = file and file:read("*a")
    if file then
        file:close()
    end
    return cjson.decode(text or list_methods(root, object))
end

--- What rpcd does when it starts and when it reloads.
function plugin.list_all(root)
    for _, object in ipairs(plugin.objects(root)) do
        list_methods(root, object)
    end
end

--- Whether an object is a plugin.
function plugin.exists(root, object)
    return program_of(root, object) ~= nil
end

--- Calls a method with arguments as JSON text; the answer's JSON text, or nil and a ubus status.
function plugin.call_text(root, object, method, arguments)
    local program = quote(program_of(root, object))
    local methods = methods_of(root, object)
    if type(methods) ~= "table" or not methods[method] then
        return nil, STATUS_METHOD_NOT_FOUND
    end
    local answer = run(program .. " call " .. quote(method), arguments)
    if type(cjson.decode(answer)) ~= "table" then
        return nil, STATUS_INVALID_ARGUMENT
    end
    return answer
end

--- The same with arguments as they travel over ubus; the reply as libubus-lua gives it.
function plugin.call(root, object, method, arguments)
    local answer, status = plugin.call_text(root, object, method, to_json(arguments))
    if not answer then
        return nil, status
    end
    return cjson.decode(answer)
end

return plugin
