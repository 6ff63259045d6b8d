--- Source text of ucode to tokens, as the ucode of OpenWrt 24.10 takes it.
--
-- A token is { kind, value, at }: kinds are name, keyword, number, double, string, template, regexp, operator and eof;
-- `at` is the place of its first byte. A template literal is a row of tokens: "template" with the text before each `${`,
-- the tokens of the expression, and "template_end" with the text after the last `}`.
local fail = require("ucode.failure")

local lexer = {}

local keywords = {}
for word in ([[break case catch const continue default delete elif else export false for function if import in let null
  return switch this true try while endfor endfunction endif endswitch endwhile]]):gmatch("%a+") do
  keywords[word] = true
end

local operators = {}
for operator in ([[... === !== ??= ||= &&= **= <<= >>= => == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= ** << >>
  { } ( ) [ ] ; , < > + - * / % ! ? : . = & | ^ ~]]):gmatch("%S+") do
  operators[operator] = true
end

local escapes = { n = "\n", r = "\r", t = "\t", b = "\b", f = "\f", ["0"] = "\0" }

-- A slash after one of these divides; elsewhere it begins a regular expression.
local ends_operand = { name = true, number = true, double = true, string = true, template_end = true, regexp = true }

--- A code point in UTF-8.
function lexer.utf8(code)
  if code < 0x80 then
    return string.char(code)
  elseif code < 0x800 then
    return string.char(0xC0 + math.floor(code / 64), 0x80 + code % 64)
  elseif code < 0x10000 then
    return string.char(0xE0 + math.floor(code / 4096), 0x80 + math.floor(code / 64) % 64, 0x80 + code % 64)
  end
  return string.char(
    0xF0 + math.floor(code / 262144),
    0x80 + math.floor(code / 4096) % 64,
    0x80 + math.floor(code / 64) % 64,
    0x80 + code % 64
  )
end

-- Text from `at` up to a closing character, or `${` in a template; returns it and the place after the end.
local function read_text(source, at, closing)
  local parts = {}
  local from = at
  local special = closing == "`" and "[\\`$]" or "[\\" .. closing .. "]"
  while true do
    local found = source:find(special, from)
    if not found then
      fail.syntax(source, at - 1, "Unterminated string")
    end
    parts[#parts + 1] = source:sub(from, found - 1)
    local char = source:sub(found, found)
    if char == closing then
      return table.concat(parts), found + 1
    elseif char == "$" and source:sub(found + 1, found + 1) == "{" then
      return table.concat(parts), found + 2, true
    elseif char == "$" then
      parts[#parts + 1] = "$"
      from = found + 1
    else
      local escaped = source:sub(found + 1, found + 1)
      local hex = escaped == "u" and source:match("^%x%x%x%x", found + 2)
      if hex then
        if hex:match("^[dD][89abAB]") then
          fail.unknown("escape of half a code point")
        end
        parts[#parts + 1] = lexer.utf8(tonumber(hex, 16))
        from = found + 6
      elseif escapes[escaped] or escaped:match("[%p\n]") then
        parts[#parts + 1] = escapes[escaped] or escaped
        from = found + 2
      else
        fail.unknown("escape \\" .. escaped)
      end
    end
  end
end

local function read_number(source, at)
  local octal = source:match("^0[0-7]+%f[^%w_.]", at)
  if octal then
    return "number", tonumber(octal, 8), at + #octal
  end
  local digits = source:match("^%d+", at)
  local rest = source:match("^%.%d+", at + #digits) or ""
  local exponent = source:match("^[eE][+-]?%d+", at + #digits + #rest) or ""
  local text = digits .. rest .. exponent
  if source:find("^[%w_]", at + #text) or (#digits > 1 and digits:sub(1, 1) == "0") then
    fail.unknown("number " .. source:match("^[%w_.]+", at))
  end
  return text == digits and "number" or "double", tonumber(text), at + #text
end

local function read_regexp(source, at)
  local in_class, from = false, at + 1
  while true do
    local char = source:sub(from, from)
    if char == "" or char == "\n" then
      fail.syntax(source, at, "Unterminated regexp literal")
    elseif char == "\\" then
      from = from + 1
    elseif char == "[" or char == "]" then
      in_class = char == "["
    elseif char == "/" and not in_class then
      break
    end
    from = from + 1
  end
  local is_global = source:sub(from + 1, from + 1) == "g"
  if source:find("^%w", from + (is_global and 2 or 1)) then
    fail.unknown("flag of a regular expression")
  end
  local pattern = source:sub(at + 1, from - 1):gsub("\\(.)", function(char)
    return char ~= "0" and char ~= "b" and char ~= "f" and escapes[char] or char == "/" and "/" or nil
  end)
  return { pattern = pattern, is_global = is_global }, from + (is_global and 2 or 1)
end

-- The place after blanks and comments.
local function skip_blanks(source, at)
  while true do
    at = source:find("[^ \t\r\n]", at) or #source + 1
    local opening = source:sub(at, at + 1)
    if opening == "//" then
      at = source:find("\n", at, true) or #source + 1
    elseif opening == "/*" then
      local _, last = source:find("*/", at + 2, true)
      if not last then
        fail.syntax(source, at, "Unterminated comment")
      end
      at = last + 1
    else
      return at
    end
  end
end

local function read_operator(source, at)
  for size = 3, 1, -1 do
    local operator = source:sub(at, at + size - 1)
    if operators[operator] then
      return operator
    end
  end
  fail.syntax(source, at, "Unexpected character")
end

--- All tokens of a source.
function lexer.tokens(source)
  local list, at = {}, 1
  local depths, depth = {}, 0
  local function add(kind, value, place)
    list[#list + 1] = { kind = kind, value = value, at = place }
  end
  local function add_template(place, from)
    local text, after, goes_on = read_text(source, from, "`")
    add(goes_on and "template" or "template_end", text, place)
    if goes_on then
      depths[#depths + 1] = depth
      depth = 0
    end
    return after
  end
  if source:sub(1, 2) == "#!" then
    at = source:find("\n", 1, true) or #source + 1
  end
  while true do
    at = skip_blanks(source, at)
    local char = source:sub(at, at)
    local last = list[#list] or {}
    local place = at
    if char == "" then
      add("eof", nil, at)
      return list
    elseif char:match("[%a_]") then
      local word = source:match("^[%w_]+", at)
      add(keywords[word] and last.value ~= "." and last.value ~= "?." and "keyword" or "name", word, at)
      at = at + #word
    elseif char:match("%d") then
      local kind, value
      kind, value, at = read_number(source, at)
      add(kind, value, place)
    elseif char == '"' or char == "'" then
      local value
      value, at = read_text(source, at + 1, char)
      add("string", value, place)
    elseif char == "`" then
      at = add_template(place, at + 1)
    elseif char == "}" and depth == 0 and #depths > 0 then
      depth = table.remove(depths)
      at = add_template(place, at + 1)
    elseif char == "/" and not (ends_operand[last.kind] or last.value == ")" or last.value == "]" or last.value == "}") then
      local value
      value, at = read_regexp(source, at)
      add("regexp", value, place)
    else
      local operator = read_operator(source, at)
      depth = depth + (operator == "{" and 1 or operator == "}" and -1 or 0)
      add("operator", operator, at)
      at = at + #operator
    end
  end
end

return lexer
