--- Source text of ucode to a tree, as the ucode of OpenWrt 24.10 takes it.
--
-- A node is { tag, at = place of its first byte, parts }; a part that is absent is false. What is refused ends the match.
local lpeg = require("lpeg")
local fail = require("ucode.failure")

local P, R, S, V, C, Cc, Cg, Cmt, Cp, Cs, Ct =
  lpeg.P, lpeg.R, lpeg.S, lpeg.V, lpeg.C, lpeg.Cc, lpeg.Cg, lpeg.Cmt, lpeg.Cp, lpeg.Cs, lpeg.Ct
lpeg.setmaxstack(100000)

local grammar = {}

function grammar.utf8(code)
  local function rest(divisor) return 0x80 + math.floor(code / divisor) % 64 end
  if code < 0x80 then
    return string.char(code)
  elseif code < 0x800 then
    return string.char(0xC0 + math.floor(code / 64), rest(1))
  elseif code < 0x10000 then
    return string.char(0xE0 + math.floor(code / 4096), rest(64), rest(1))
  end
  return string.char(0xF0 + math.floor(code / 262144), rest(4096), rest(64), rest(1))
end

-- Refuses the source at this place; never empty, which a loop's body may not be.
local function refuse(message)
  return Cmt(true, function(source, at) fail.syntax(source, at, message) end) * P(false)
end

local function unknown(pattern, what)
  return Cmt(C(pattern), function(_, _, text) fail.unknown((what or "") .. text) end) * P(false)
end

-- Words and operators ----------------------------------------------------------------------------------------------------

local blank = (S(" \t\r\n") + "//" * (1 - P("\n")) ^ 0
  + "/*" * (1 - P("*/")) ^ 0 * ("*/" + refuse("Unterminated comment"))) ^ 0
local letter = R("az", "AZ", "09") + "_"
local word = (letter - R("09")) * letter ^ 0
local finish = -P(1)

local function keyword(text) return P(text) * -letter * blank end

local reserved = P(false)
for text in ([[break case catch const continue default delete elif else export false for function if import in let null
  return switch this true try while endfor endfunction endif endswitch endwhile]]):gmatch("%a+") do
  reserved = reserved + keyword(text)
end

local operators = [[... === !== ??= ||= &&= **= <<= >>= => == != <= >= && || ?? ?. ++ -- += -= *= /= %= &= |= ^= ** << >>
  { } ( ) [ ] ; , < > + - * / % ! ? : . = & | ^ ~]]

-- An operator that is not the beginning of a longer one.
local function op(text)
  local more = P(false)
  for other in operators:gmatch("%S+") do
    if #other > #text and other:sub(1, #text) == text then
      more = more + other:sub(#text + 1)
    end
  end
  return P(text) * -more * blank
end

local function any_op(texts)
  local all = P(false)
  for text in texts:gmatch("%S+") do
    all = all + op(text) * Cc(text)
  end
  return all
end

local function expect(text) return op(text) + refuse(("Unexpected token\nExpecting '%s'"):format(text)) end

local a_name = C(word - reserved) * blank
local name = a_name + refuse("Expecting variable name")

local function node(tag, pattern) return Ct(Cg(Cc(tag), "tag") * Cg(Cp(), "at") * pattern) end

local function maybe(pattern) return pattern + Cc(false) end

-- Items with commas between and perhaps after them, and what closes them.
local function items(item, closing)
  local close = P(closing)
  return (-close * item * (op(",") + #close + refuse("Unexpected token\nExpecting ','"))) ^ 0 * expect(closing)
end

-- Literals ---------------------------------------------------------------------------------------------------------------

local escapes = { n = "\n", r = "\r", t = "\t", b = "\b", f = "\f", ["0"] = "\0" }

local function unescape(text)
  local hex = text:match("^u(%x%x%x%x)$")
  if hex and not hex:find("^[dD][89abAB]") then
    return grammar.utf8(tonumber(hex, 16))
  elseif escapes[text] or text:find("^[%p\n]$") then
    return escapes[text] or text
  end
  fail.unknown("escape \\" .. text)
end

local digit, xdigit = R("09"), R("09", "af", "AF")
local escape = "\\" * C("u" * xdigit * xdigit * xdigit * xdigit + P(1) ^ -1) / unescape

-- The text of a literal up to what ends it.
local function text_up_to(closing) return Cs((1 - (P("\\") + closing) + escape) ^ 0) end

local function quoted(mark)
  return mark * text_up_to(mark) * (mark * blank + refuse("Unterminated string"))
end
local text = quoted("'") + quoted('"')

-- Its value, and whether it is a double.
local function number_of(digits)
  local whole = digits:gsub("[eE][+-]?%d+$", ""):match("^(%d+)%.?%d*$")
  if digits:find("^0[0-7]+$") then
    return tonumber(digits, 8), false
  elseif not whole or whole:find("^0.") then
    fail.unknown("number " .. digits)
  end
  return tonumber(digits), whole ~= digits
end
local number = C(digit * (S("eE") * S("+-") * digit + "." * digit + letter) ^ 0) / number_of

local function pattern_of(source, is_global)
  return source:gsub("\\(.)", function(char)
    return char ~= "0" and char ~= "b" and char ~= "f" and escapes[char] or char == "/" and "/" or nil
  end), is_global
end
local class = "[" * ("\\" * P(1) + (1 - S("]\n"))) ^ 0 * "]"
local regexp = "/" * (C(("\\" * P(1) + class + (1 - S("/\n["))) ^ 0) * "/" * (P("g") * Cc(true) + Cc(false)) / pattern_of
  + refuse("Unterminated regexp literal")) * (blank - letter + unknown(letter, "flag of a regular expression "))

-- The grammar ------------------------------------------------------------------------------------------------------------

local expression, body, statement = V("expression"), V("body"), V("statement")
local statements = (-(P("}") + finish) * statement) ^ 0 * expect("}")
local block = expect("{") * Ct(statements)
-- A statement may end without a semicolon before a brace and at the end.
local ending = #P("}") + finish + expect(";")
local condition = expect("(") * expression * expect(")")
local variable = Ct(name * Cg(Cp(), "at") * maybe(op("=") * expression))
local variables = variable * (op(",") * variable) ^ 0
local declaration = node("let", keyword("let") * Cc(false) * variables * expect(";"))
  + node("let", keyword("const") * Cc(true) * variables * expect(";"))
local params = expect("(") * Ct(items(any_op("...") ^ -1 * name, ")"))
local named_function = node("function", keyword("function") * name * params * block)
local argument = node("spread", op("...") * expression) + expression
local arrow_head = op("(") * (a_name + op(",") + op("...")) ^ 0 * op(")") * op("=>")
local arrow_body = op("=>") * (op("{") * Ct(statements) + expression)
local as, from = P("as") * -letter * blank, P("from") * -letter * blank
local label = Ct((a_name + refuse("Unexpected token\nExpecting Label")) * maybe(as * name))
local labels = op("{") * Ct(label * (op(",") * label) ^ 0) * expect("}")
local case_begin = keyword("case")

local rules = P({
  "program",
  program = Ct(Cg(#(S("'\"") * "use strict" * S("'\"")) * Cc(true) + Cc(false), "is_strict") * (-finish * statement) ^ 0),
  body = node("body", op("{") * statements + statement),
  statement = declaration + named_function
    + node("if", keyword("if") * condition * body * maybe(keyword("else") * body))
    + node("while", keyword("while") * condition * body)
    + node("each", keyword("for") * op("(") * keyword("let") * a_name * (op(",") * name + #keyword("in") * Cc(false))
      * (keyword("in") + refuse("Unexpected token\nExpecting 'in'")) * expression * expect(")") * body)
    + node("for", keyword("for") * expect("(") * (keyword("let") + unknown(P(1) ^ -1, "a loop without a variable of its own: "))
      * Ct(variables) * expect(";") * expression * expect(";") * expression * expect(")") * body)
    + node("return", keyword("return") * (#P(";") * Cc(false) + expression) * ending)
    + node("switch", keyword("switch") * condition * expect("{") * V("case") ^ 0
      * (op("}") + refuse("Unexpected token\nExpecting 'case'")))
    + node("break", keyword("break") * ending)
    + node("try", keyword("try") * block * (keyword("catch") + refuse("Unexpected token\nExpecting 'catch'"))
      * maybe(op("(") * name * expect(")")) * block)
    + node("import", keyword("import") * (labels + op("*") * as * name + unknown(P(1) ^ -1, "an import of "))
      * (from + refuse("Expecting 'from'")) * (text + refuse("Expecting 'from'")) * expect(";"))
    + node("export", keyword("export") * (labels * expect(";") + #keyword("const") * declaration + named_function * expect(";")
      + unknown(word, "export of ")))
    + node("block", op("{") * statements) + node("empty", op(";")) + node("value", expression * ending),
  case = node("case", keyword("case") * expression * expect(":") * Ct((-(case_begin + "}") * statement) ^ 0)),
  expression = node("expression", V("binary")
    * (any_op("?") * expression * expect(":") * expression + any_op("= += -= ??=") * expression) ^ -1),
  binary = node("binary", V("unary")
    * ((any_op("|| ?? && | == != === !== < <= > >= + - * / %") + keyword("in") * Cc("in")) * V("unary")) ^ 0),
  unary = node("not", op("!") * V("unary")) + node("negative", op("-") * V("unary"))
    + node("delete", keyword("delete") * V("unary"))
    + node("postfix", V("primary") * V("suffix") ^ 0 * maybe(any_op("++ --"))),
  suffix = node("index", maybe(op("?.") * Cc(true)) * op("[") * expression * expect("]"))
    + node("member", (op("?.") * Cc(true) + op(".") * Cc(false)) * (C(word) * blank + refuse("Expecting variable name")))
    + node("call", op("(") * Cg(#P("[") * Cc(true) + Cc(false), "has_array") * (-P(")") * argument
      * (op(",") * (#P(")") * refuse("Expecting expression") + argument)) ^ 0) ^ -1 * expect(")")),
  primary = node("template", "`" * text_up_to(P("`") + "${")
      * ("${" * blank * expression * (P("}") + refuse("Unexpected token\nExpecting '}'")) * text_up_to(P("`") + "${")) ^ 0
      * ("`" * blank + refuse("Unterminated string")))
    + node("regexp", regexp) + node("number", number * blank) + node("text", text)
    + node("word", C(P("true") + "false" + "null") * -letter * blank)
    + node("lambda", keyword("function") * params * block)
    + node("lambda", #arrow_head * params * arrow_body) + node("lambda", Ct(a_name) * arrow_body)
    + node("array", op("[") * items(argument, "]")) + node("object", op("{") * items(V("property"), "}"))
    + node("parentheses", op("(") * expression * expect(")")) + node("name", a_name)
    + unknown(reserved) + refuse("Expecting expression"),
  property = node("spread", op("...") * expression)
    + node("computed", op("[") * expression * expect("]") * expect(":") * expression)
    + node("shorthand", node("name", a_name) * #S(",}"))
    + node("pair", (C(word) * blank + text + refuse("Unexpected token\nExpecting label")) * expect(":") * expression),
})
local program = ("#!" * (1 - P("\n")) ^ 0) ^ -1 * blank * rules

--- The statements of a source, with `is_strict` where it begins with "use strict".
function grammar.parse(source) return program:match(source) end

return grammar
