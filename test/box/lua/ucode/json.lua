--- json(text): as liberal as json-c, on which ucode's rests. It takes comments, texts in single quotes, words in any case,
-- NaN, a comma at the end, zeros before a number, control characters; and names of properties end at a NUL, which ends the text too.
local fail = require("ucode.failure")
local lexer = require("ucode.lexer")
local values = require("ucode.values")

local max_depth = 32
local max_integer, min_integer = 18446744073709551615, -9223372036854775808

local json = {}
local reader = {}
reader.__index = reader

local function refuse(problem)
  fail.throw("Syntax error", "Failed to parse JSON string: " .. problem)
end

function reader:skip()
  while true do
    self.at = self.text:find("[^ \t\r\n]", self.at) or #self.text + 1
    local opening = self.text:match("^/[/*]", self.at)
    if not opening then
      return self.text:sub(self.at, self.at)
    end
    local _, last = self.text:find(opening == "//" and "\n" or "*/", self.at + 2, true)
    if not last and opening == "/*" then
      refuse("unexpected end of data")
    end
    self.at = (last or #self.text) + 1
  end
end

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["'"] = "'", ["\\"] = "\\", ["/"] = "/" }
local replacement = "\239\191\189"

-- A code unit; a pair of surrogates is one character, half of one is replaced.
function reader:unicode_escape()
  local code = tonumber(self.text:match("^u(%x%x%x%x)", self.at) or refuse("invalid string sequence"), 16)
  self.at = self.at + 5
  local low = code >= 0xD800 and code < 0xDC00 and self.text:match("^\\u([dD][c-fC-F]%x%x)", self.at)
  if low then
    self.at = self.at + 6
    return lexer.utf8(0x10000 + (code - 0xD800) * 1024 + tonumber(low, 16) - 0xDC00)
  end
  return code >= 0xD800 and code < 0xE000 and replacement or lexer.utf8(code)
end

function reader:string(quote)
  local parts = {}
  self.at = self.at + 1
  while true do
    local found = self.text:find("[\\" .. quote .. "]", self.at)
    if not found then
      refuse("unexpected end of data")
    end
    parts[#parts + 1] = self.text:sub(self.at, found - 1)
    if self.text:sub(found, found) == quote then
      self.at = found + 1
      return table.concat(parts)
    end
    self.at = found + 1
    local char = self.text:sub(self.at, self.at)
    if char == "u" then
      parts[#parts + 1] = self:unicode_escape()
    else
      parts[#parts + 1] = escapes[char] or refuse("invalid string sequence")
      self.at = self.at + 1
    end
  end
end

function reader:number(depth)
  local text = self.text:match("^-?%d*%.?%d*", self.at)
  local exponent = text:find("%d") and self.text:match("^[eE][+-]?%d*", self.at + #text) or ""
  local place = self.at + #text + #exponent
  local char = self.text:sub(place, place)
  local number = tonumber((text .. exponent:gsub("^[eE][+-]?$", "")))
  if char == "" and not number then
    refuse("unexpected end of data")
  elseif not number or (depth > 0 and not char:match("^[],}/ \t\r\n]?$")) then
    refuse("number expected")
  end
  self.at = place
  if text:find(".", 1, true) or exponent ~= "" then
    return values.double(number)
  end
  return math.max(min_integer, math.min(max_integer, number)) + 0
end

function reader:array(depth)
  local items, count = {}, 0
  self.at = self.at + 1
  while self:skip() ~= "]" do
    count = count + 1
    items[count] = self:value(depth)
    local char = self:skip()
    if char == "," then
      self.at = self.at + 1
    elseif char ~= "]" then
      refuse(char == "" and "unexpected end of data" or "array value separator ',' expected")
    end
  end
  self.at = self.at + 1
  return values.array(count, items)
end

function reader:object(depth)
  local made = values.object(0)
  self.at = self.at + 1
  while self:skip() ~= "}" do
    local quote = self:skip()
    if quote ~= '"' and quote ~= "'" then
      refuse(quote == "" and "unexpected end of data" or "quoted object property name expected")
    end
    local name = self:string(quote)
    local char = self:skip()
    if char ~= ":" then
      refuse(char == "" and "unexpected end of data" or "object property name separator ':' expected")
    end
    self.at = self.at + 1
    values.set(made, name, self:value(depth))
    char = self:skip()
    if char == "," then
      self.at = self.at + 1
    elseif char ~= "}" then
      refuse(char == "" and "unexpected end of data" or "object value separator ',' expected")
    end
  end
  self.at = self.at + 1
  return made
end

local words = {
  { "null", nil, "null expected" },
  { "true", true, "boolean expected" },
  { "false", false, "boolean expected" },
  { "nan", values.double(0 / 0), "null expected" },
  { "infinity", values.double(1 / 0), "unexpected character" },
  { "-infinity", values.double(-1 / 0), "unexpected character" },
}

function reader:word()
  local problem = "unexpected character"
  for _, word in ipairs(words) do
    local text = self.text:sub(self.at, self.at + #word[1] - 1):lower()
    if text == word[1] then
      self.at = self.at + #text
      return word[2]
    elseif self.at + #text > #self.text and word[1]:sub(1, #text) == text then
      refuse("unexpected end of data")
    elseif text:sub(1, 1) == word[1]:sub(1, 1) then
      problem = word[3]
    end
  end
  refuse(problem)
end

function reader:value(depth)
  local char = self:skip()
  if char == "" then
    refuse("unexpected end of data")
  elseif depth >= max_depth then
    refuse("nesting too deep")
  elseif char == "{" then
    return self:object(depth + 1)
  elseif char == "[" then
    return self:array(depth + 1)
  elseif char == '"' or char == "'" then
    return self:string(char)
  elseif char:match("%d") or (char == "-" and not self.text:match("^-[iI]", self.at)) then
    return self:number(depth)
  end
  return self:word()
end

--- The value of a JSON text; throws a Syntax error.
function json.decode(text)
  if type(text) ~= "string" then
    fail.throw("Type error", "Passed value is neither a string nor an object")
  end
  local before_nul = text:match("^%Z*")
  local made = setmetatable({ text = before_nul, at = 1 }, reader)
  local value = made:value(0)
  if made:skip() ~= "" or #before_nul < #text then
    fail.throw("Syntax error", "Trailing garbage after JSON data")
  end
  return value
end

return json
