--- Records what the busted specs call, so that the same calls can be made in ucode: arguments and results of the
-- functions of the modules named in RECORD_MODULES, one JSON value a line (notation.lua), into the file RECORD_FILE.
--
-- Recorded is every call that a spec itself makes, and of those that the service's functions make
-- the first of each function, but none inside a recorded call. Calls with functions among their arguments or results are
-- left out and counted. Results of chance and of the order of a table are no use, nor those that a made-up crypto
-- backend had a part in.
local out = assert(io.open(assert(os.getenv("RECORD_FILE")), "w"))
local encode = require("notation").encode
local unistd = require("posix.unistd")
--- Children that a spec forks write nothing: their lines would run into their parent's.
local recorder = unistd.getpid()
local source_dir = "openwrt-feed/sso-login/generated/lua/sso_login/"

local wanted = {}
for name in assert(os.getenv("RECORD_MODULES")):gmatch("%S+") do
  wanted[name] = true
end

local most_levels = 20
local most_inner_calls = 40
--- Bytes of the arguments of an inner call: a huge one goes through many functions, and one of them says enough.
local most_inner_bytes = 20000
local unrecorded = {
  jws_sign = true, create = true, create_value = true, make = true,
  native_backend = true, pkce_pair = true, random = true, fingerprint = true, as_refresh = true, compile = true,
  encode_repeatable = true, decode_as_rpcd = true,
}

local is_recording = false
local is_made_up = false
local left_out = 0
local seen = {}
local inner_calls = {}

-- A module may give on another's function.
local is_recorded = {}

local function write_call(name, arguments, result, is_inner)
  local line = ('{"f":"%s","a":%s,"r":%s}\n'):format(name, arguments, result)
  if not seen[line] and unistd.getpid() == recorder then
    seen[line] = true
    inner_calls[name] = (inner_calls[name] or 0) + (is_inner and 1 or 0)
    out:write(line)
  end
end

-- The arguments are written down before the call, which may change them.
local function encode_arguments(...)
  local parts = {}
  for i = 1, select("#", ...) do
    parts[i] = encode((select(i, ...)), most_levels)
  end
  return "[" .. table.concat(parts, ",") .. "]"
end

local function record(name, original)
  return function(...)
    if is_recording or is_made_up then
      return original(...)
    end
    local is_inner = not debug.getinfo(2, "S").source:find("test/unit/", 1, true)
    if is_inner and (inner_calls[name] or 0) >= most_inner_calls then
      return original(...)
    end
    local can_write, arguments = pcall(encode_arguments, ...)
    if not can_write or is_inner and #arguments > most_inner_bytes then
      left_out = left_out + 1
      return original(...)
    end
    is_recording = true
    local called, result = pcall(original, ...)
    is_recording = false
    if not called then
      error(result, 0)
    end
    local can_return, returned = pcall(encode, result, most_levels)
    if can_return then
      write_call(name, arguments, returned, is_inner)
    else
      left_out = left_out + 1
    end
    return result
  end
end

local function watch_backend(set_native)
  return function(backend)
    is_made_up = getmetatable(backend) ~= nil
    for _, value in pairs(backend or {}) do
      is_made_up = is_made_up or type(value) == "function" and debug.getinfo(value, "S").what ~= "C"
    end
    return set_native(backend)
  end
end

table.insert(package.loaders, 1, function(path)
  local module = path:match("^sso_login%.(.+)$")
  if not wanted[module or ""] then
    return nil
  end
  return function(...)
    local exports = assert(loadfile(source_dir .. module:gsub("%.", "/") .. ".lua"))(...)
    for name, value in pairs(exports) do
      if type(value) == "function" and not unrecorded[name] and not is_recorded[value] then
        exports[name] = name == "set_native" and watch_backend(value) or record(module .. "." .. name, value)
        is_recorded[exports[name]] = true
      end
    end
    return exports
  end
end)

require("busted").subscribe({ "exit" }, function()
  out:write(('{"left_out":%d}\n'):format(left_out))
  out:close()
  return nil, true
end)
