--- json(text): as liberal as json-c, on which ucode's rests. It takes comments, texts in single quotes, words in any case,
-- NaN, a comma at the end, zeros before a number, control characters; and names of properties end at a NUL, which ends the text too.
local lpeg = require("lpeg")
local fail = require("ucode.failure")
local grammar = require("ucode.grammar")
local values = require("ucode.values")

local P, S, V, C, Cc, Cmt, Cs, Ct = lpeg.P, lpeg.S, lpeg.V, lpeg.C, lpeg.Cc, lpeg.Cmt, lpeg.Cs, lpeg.Ct
local max_depth = 32
local max_integer, min_integer = 18446744073709551615, -9223372036854775808

local json = {}
local depth

local function refuse(problem)
  return Cmt(true, function() fail.throw("Syntax error", "Failed to parse JSON string: " .. problem) end) * P(false)
end
local unexpected = refuse("unexpected character")

local digit, xdigit, blank = lpeg.R("09"), lpeg.R("09", "af", "AF"), S(" \t\r\n")
local space = (blank + "//" * (1 - P("\n")) ^ 0 + "/*" * (1 - P("*/")) ^ 0 * "*/") ^ 0

local escapes = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t", ['"'] = '"', ["'"] = "'", ["\\"] = "\\", ["/"] = "/" }

-- A pair of surrogates is one character, half of one is replaced.
local function pair(high, low)
  return grammar.utf8(0x10000 + (tonumber(high, 16) - 0xD800) * 1024 + tonumber(low, 16) - 0xDC00)
end
local function unit(hex)
  return hex:find("^[dD][89a-fA-F]") and "\239\191\189" or grammar.utf8(tonumber(hex, 16))
end

local high, low = S("dD") * S("89abAB") * xdigit * xdigit, S("dD") * S("cdefCDEF") * xdigit * xdigit
local escape = "\\u" * C(high) * "\\u" * C(low) / pair + "\\u" * C(xdigit * xdigit * xdigit * xdigit) / unit
  + "\\" * S("bfnrt\"'\\/") / function(text) return escapes[text:sub(2)] end

local function quoted(mark) return mark * Cs((1 - S("\\" .. mark) + escape) ^ 0) * (mark + unexpected) end
local text = quoted('"') + quoted("'")

local function number_of(digits, exponent)
  local number = tonumber((digits .. exponent:gsub("^[eE][+-]?$", "")))
  if digits:find(".", 1, true) or exponent ~= "" then
    return values.double(number)
  end
  return math.max(min_integer, math.min(max_integer, number)) + 0
end
local digits = "-." * digit ^ 1 + P("-") ^ -1 * digit ^ 1 * P(".") ^ -1 * digit ^ 0
local number = C(digits) * C((S("eE") * S("+-") ^ -1 * digit ^ 0) ^ -1) / number_of

-- A word in any case. No pattern has the value nil: another one stands for it.
local null = {}
local function word(name, value)
  local pattern = P(true)
  for char in name:gmatch(".") do
    pattern = pattern * S(char .. char:upper())
  end
  return pattern * Cc(value)
end
local words = word("null", null) + word("true", true) + word("false", false) + word("nan", values.double(0 / 0))
  + word("infinity", values.double(1 / 0)) + word("-infinity", values.double(-1 / 0))

local function plain(value)
  if value ~= null then
    return value
  end
end

local function array_of(list)
  local count = #list
  for place = 1, count do
    list[place] = plain(list[place])
  end
  return values.array(count, list)
end

local function object_of(list)
  local made = values.object(0)
  for place = 1, #list, 2 do
    values.set(made, list[place], plain(list[place + 1]))
  end
  return made
end

local function level(step)
  return Cmt(true, function() depth = depth + step return true end)
end

local function items(opening, item, closing)
  return opening * level(1) * space * Ct((-P(closing) * item * space * ("," * space + #P(closing) + unexpected)) ^ 0)
    * (closing + unexpected) * level(-1)
end

local value = P({
  number + V("value"),
  value = Cmt(true, function() return depth >= max_depth end) * refuse("nesting too deep")
    + items("{", (text + unexpected) * space * (":" + unexpected) * space * V("value"), "}") / object_of
    + items("[", V("value"), "]") / array_of + text + number * #(S("],}/ \t\r\n") + -1) + words + unexpected,
})
local whole = space * value * space * lpeg.Cp()

--- The value at the beginning of a text, and the place behind it.
function json.first(source)
  depth = 0
  local found, at = whole:match(values.until_nul(source))
  return plain(found), at
end

function json.decode(source)
  if type(source) ~= "string" then
    fail.throw("Type error", "Passed value is neither a string nor an object")
  end
  local found, at = json.first(source)
  if at <= #source then
    fail.throw("Syntax error", "Trailing garbage after JSON data")
  end
  return found
end

return json
