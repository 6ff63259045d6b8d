--- Global functions on texts.
local fail = require("ucode.failure")
local format = require("ucode.format")
local json = require("ucode.json")
local values = require("ucode.operators")

local Array = values.Array
local kind_of, until_nul, whole = values.kind_of, values.until_nul, values.whole

local hex_of, byte_of = {}, {}
for code = 0, 255 do
  hex_of[string.char(code)] = ("%02x"):format(code)
  byte_of[("%02x"):format(code)] = string.char(code)
end

return function(builtins)
  function builtins.substr(text, ...)
    if type(text) ~= "string" then
      return nil
    end
    local from, count = ...
    from = whole(from)
    from = from < 0 and math.max(0, #text + from) or math.min(from, #text)
    count = select("#", ...) < 2 and #text or whole(count)
    count = count < 0 and math.max(0, #text - from + count) or count
    return text:sub(from + 1, from + count)
  end

  function builtins.index(container, wanted)
    if type(container) == "string" then
      return type(wanted) == "string" and (container:find(wanted, 1, true) or 0) - 1 or -1
    elseif kind_of(container) == values.Array then
      for place = 1, container.n do
        if values.same(container[place], wanted) then
          return place - 1
        end
      end
      return -1
    end
  end

  function builtins.split(text, separator, limit)
    if type(text) ~= "string" then
      return nil
    elseif limit ~= nil or separator == "" then
      fail.unknown("such a use of split")
    end
    local function find(from)
      if kind_of(separator) == values.Regexp then
        return separator.compiled:find(text, from)
      end
      return text:find(separator, from, true)
    end
    local parts, from = {}, 1
    local first, last = find(from)
    while first do
      parts[#parts + 1] = text:sub(from, first - 1)
      from = last + 1
      first, last = find(from)
    end
    parts[#parts + 1] = text:sub(from)
    return values.array(#parts, parts)
  end

  function builtins.join(separator, list)
    if kind_of(list) ~= Array then
      return nil
    end
    local parts = {}
    for place = 1, list.n do
      parts[place] = values.text(list[place])
    end
    return table.concat(parts, values.text(separator))
  end

  function builtins.trim(text)
    return type(text) == "string" and text:match("^[ \t\n\r]*(.-)[ \t\n\r%z]*$") or nil
  end

  local function trimmed(text, characters, pattern)
    local set = until_nul(characters):gsub("%W", "%%%0")
    return type(text) == "string" and text:match(pattern:format("[" .. set .. "]")) or nil
  end

  function builtins.ltrim(text, characters) return trimmed(text, characters, "^%s*(.*)$") end

  function builtins.rtrim(text, characters) return trimmed(text, characters, "^(.-)%s*$") end

  -- Both end at a NUL in releases before 2026-07.
  function builtins.lc(value) return until_nul(values.text(value)):lower() end

  function builtins.uc(value) return until_nul(values.text(value)):upper() end

  function builtins.ord(text, at)
    if type(text) ~= "string" then
      return nil
    end
    at = whole(at)
    return text:byte(at < 0 and at + #text + 1 or at + 1)
  end

  function builtins.chr(...)
    local bytes = {}
    for place = 1, select("#", ...) do
      bytes[place] = string.char(math.max(0, math.min(255, whole((select(place, ...))))))
    end
    return table.concat(bytes)
  end

  function builtins.hexenc(value) return (values.text(value):gsub(".", hex_of)) end

  function builtins.hexdec(value)
    local digits = values.text(value):gsub("[ \t\n]", "")
    if #digits % 2 == 1 or digits:find("%X") then
      return nil
    end
    return (digits:lower():gsub("..", byte_of))
  end

  function builtins.wildcard(text, pattern, ignores_case)
    if ignores_case then
      fail.unknown("wildcard without regard to case")
    end
    return require("posix.fnmatch").fnmatch(until_nul(values.text(pattern)), until_nul(values.text(text))) == 0
  end

  -- The next match of a regular expression: where it is, and an array of it and its groups.
  local function next_match(pattern, text, from)
    local first, last, groups = pattern.compiled:exec(text, from)
    if not first then
      return nil
    elseif last < first and pattern.is_global then
      fail.unknown("matches of nothing")
    end
    local found = { text:sub(first, last) }
    for place = 1, #groups / 2 do
      found[place + 1] = groups[2 * place - 1] and text:sub(groups[2 * place - 1], groups[2 * place]) or nil
    end
    return first, last, values.array(#groups / 2 + 1, found)
  end

  function builtins.match(text, pattern)
    if text == nil or kind_of(pattern) ~= values.Regexp then
      return nil
    end
    local subject = until_nul(values.text(text))
    local all = {}
    local first, last, found = next_match(pattern, subject, 1)
    while first and pattern.is_global do
      all[#all + 1] = found
      first, last, found = next_match(pattern, subject, last + 1)
    end
    return all[1] and values.array(#all, all) or found
  end

  --- Replaces what a regular expression with flag `g` matches by what a text says, or a function of the match and its groups.
  function builtins.replace(text, pattern, by)
    local is_text = type(by) == "string" and not by:find("$", 1, true)
    if type(text) ~= "string" or kind_of(pattern) ~= values.Regexp or not pattern.is_global or not (is_text or type(by) == "function") then
      fail.unknown("such a use of replace")
    end
    local parts, from = {}, 1
    local first, last, found = next_match(pattern, text, from)
    while first do
      parts[#parts + 1] = text:sub(from, first - 1)
      parts[#parts + 1] = is_text and by or values.text(by(values.unpack(found)))
      from = last + 1
      first, last, found = next_match(pattern, text, from)
    end
    return table.concat(parts) .. text:sub(from)
  end

  function builtins.sprintf(pattern, ...) return format.sprintf(values.text(pattern), ...) end

  function builtins.json(text) return json.decode(text) end
end
