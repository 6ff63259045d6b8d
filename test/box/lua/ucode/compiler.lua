--- Source text of ucode to a Lua function. What the ucode of OpenWrt 24.10 refuses is refused here, by a syntax error;
-- what it takes and the service does not use ends the program (failure.unknown).
--
-- The Lua of a source has line for line what the source has, so that messages name the right line. Its variables are
-- the source's with `u_` before them; `R` are the operators, `G` the global variables, `P` the modules of the program.
local expressions = require("ucode.expressions")
local fail = require("ucode.failure")
local lexer = require("ucode.lexer")

local Parser = {}
Parser.__index = Parser
expressions.extend(Parser)

function Parser:advance()
  local token = self.token
  self.place = self.place + 1
  self.token = self.tokens[self.place]
  return token
end

function Parser:is(value)
  local token = self.token
  return token.value == value and (token.kind == "operator" or token.kind == "keyword")
end

function Parser:accept(value)
  return self:is(value) and self:advance()
end

function Parser:expect(value)
  if not self:accept(value) then
    fail.syntax(self.source, self.token.at, ("Unexpected token\nExpecting '%s'"):format(value))
  end
end

-- A name, or the problem that there is none; after a dot keywords are names too.
function Parser:name(problem)
  if self.token.kind ~= "name" then
    fail.syntax(self.source, self.token.at, problem or "Expecting variable name")
  end
  return self:advance().value
end

function Parser:find_variable(name)
  local scope = self.scope
  while scope do
    if scope[name] then
      if scope[name].is_pending then
        fail.syntax(self.source, self.token.at, ("Can't access lexical declaration '%s' before initialization"):format(name))
      end
      return scope[name]
    end
    scope = scope[1]
  end
end

-- The Lua name of a new variable.
function Parser:declare(name, is_constant)
  if self.scope[name] and self.is_strict then
    fail.syntax(self.source, self.token.at, ("Variable '%s' redeclared"):format(name))
  end
  self.scope[name] = { code = "u_" .. name, is_constant = is_constant }
  return "u_" .. name
end

-- Runs `parse` with variables of its own.
function Parser:within(parse)
  self.scope = { self.scope }
  local code = parse()
  self.scope = self.scope[1]
  return code
end

-- A statement may end without a semicolon before a brace and at the end.
function Parser:end_statement()
  if not self:is("}") and self.token.kind ~= "eof" then
    self:expect(";")
  end
end

--- Statements up to a closing brace, which is taken too.
function Parser:statements()
  local list = {}
  while not self:is("}") do
    if self.token.kind == "eof" then
      fail.syntax(self.source, self.token.at, "Unexpected token\nExpecting '}'")
    end
    list[#list + 1] = self:statement()
  end
  self:expect("}")
  return table.concat(list, " ")
end

-- What `if`, loops and arrows have: a block, or one statement.
function Parser:body()
  return self:within(function()
    return self:accept("{") and self:statements() or self:statement()
  end)
end

--- `(a, ...b) { … }`, or the parameters and body of an arrow function; `single` is its one parameter without parentheses.
function Parser:function_code(single, is_arrow)
  local outer = self.inside
  self.inside = {}
  local code = self:within(function()
    local names, rest = {}, ""
    if single then
      names[1] = self:declare(single.value)
    else
      self:expect("(")
      while not self:accept(")") do
        if self:accept("...") then
          rest = ("local %s = R.pack(...) "):format(self:declare(self:name()))
          names[#names + 1] = "..."
        else
          names[#names + 1] = self:declare(self:name())
        end
        if not self:is(")") then
          self:expect(",")
        end
      end
    end
    local head = "function(" .. table.concat(names, ", ") .. ") " .. rest
    if is_arrow then
      self:expect("=>")
    end
    if not is_arrow or self:is("{") then
      self:expect("{")
      return head .. self:statements() .. " end"
    end
    return head .. self:expression().into(function(code)
      return "return " .. code
    end) .. " end"
  end)
  self.inside = outer
  return code
end

function Parser:arrow(single)
  return self:function_code(single, true)
end

local parse = {}

-- `let a = 1, b` and `const`.
local function variables(self, is_constant)
  local list = {}
  repeat
    local name = self:name()
    local code = self:declare(name, is_constant)
    list[#list + 1] = "local " .. code
    if self:accept("=") then
      -- Even a function that it is to hold cannot name it.
      self.scope[name].is_pending = true
      list[#list + 1] = "do " .. self:expression().into(function(value)
        return code .. " = " .. value
      end) .. " end"
      self.scope[name].is_pending = nil
    elseif is_constant then
      fail.syntax(self.source, self.token.at, "Expecting initializer expression")
    end
  until not self:accept(",")
  return table.concat(list, " ")
end

parse["let"] = function(self)
  local code = variables(self, false)
  self:expect(";")
  return code
end

parse["const"] = function(self)
  local code = variables(self, true)
  self:expect(";")
  return code
end

parse["function"] = function(self)
  local name = self:name()
  local code = self:declare(name, true)
  return ("local %s %s = %s"):format(code, code, self:function_code())
end

parse["if"] = function(self)
  self:expect("(")
  local condition = self:expression().condition
  self:expect(")")
  local code = ("if %s then %s"):format(condition, self:body())
  return code .. (self:accept("else") and " else " .. self:body() or "") .. " end"
end

parse["while"] = function(self)
  self:expect("(")
  local condition = self:expression().condition
  self:expect(")")
  return ("while %s do %s end"):format(condition, self:loop_body())
end

function Parser:loop_body()
  local outer = self.inside
  self.inside = { loop = true, try = outer.try }
  local code = self:body()
  self.inside = outer
  return code
end

-- A loop has one variable, not one a round: a closure made in it sees what the variable holds in the end.
local function for_in(self, first, second)
  local code = self:declare(first)
  local names, taken = code, "a"
  if second then
    names, taken = code .. ", " .. self:declare(second), "a, b"
  end
  local list = self:expression().code
  self:expect(")")
  local each = second and "pairs" or "items"
  return ("local %s for place, %s in R.%s(%s) do %s = %s %s end"):format(names, taken, each, list, names, taken, self:loop_body())
end

parse["for"] = function(self)
  self:expect("(")
  if not self:accept("let") then
    fail.unknown("a loop without a variable of its own")
  end
  return "do " .. self:within(function()
    local first = self.token.value
    local after = self.tokens[self.place + 1]
    if after.value == "in" or after.value == "," then
      self:name()
      local second = self:accept(",") and self:name()
      self:expect("in")
      return for_in(self, first, second)
    end
    local init = variables(self, false)
    self:expect(";")
    local condition = self:expression().condition
    self:expect(";")
    local step = self:expression().statement
    self:expect(")")
    return ("%s while %s do do %s end %s end"):format(init, condition, self:loop_body(), step)
  end) .. " end"
end

parse["return"] = function(self)
  local how = self.inside.try and "R.returned, " or ""
  local function leave(code)
    return "do return " .. how .. code .. " end"
  end
  local code = self:is(";") and leave("nil") or self:expression().into(leave)
  self:end_statement()
  return code
end

-- The cases stand in a row, each entered when it or one before it is the one that matches.
parse["switch"] = function(self)
  self:expect("(")
  local code = "repeat local case, at = " .. self:expression().code .. ", nil "
  self:expect(")")
  self:expect("{")
  local outer, count, default, tests, bodies = self.inside, 0, "nil", {}, {}
  self.inside = { loop = true, try = outer.try }
  while not self:accept("}") do
    count = count + 1
    if self:accept("default") then
      default = count
    else
      self:expect("case")
      tests[#tests + 1] = ("R.same(case, %s) and %d"):format(self:expression().code, count)
    end
    self:expect(":")
    local statements = self:within(function()
      local list = {}
      while not self:is("case") and not self:is("default") and not self:is("}") do
        list[#list + 1] = self:statement()
      end
      return table.concat(list, " ")
    end)
    bodies[count] = ("if at and at <= %d then %s end"):format(count, statements)
  end
  self.inside = outer
  tests[#tests + 1] = default
  return ("%s at = %s %s until true"):format(code, table.concat(tests, " or "), table.concat(bodies, " "))
end

parse["break"] = function(self)
  if not self.inside.loop or self.inside.try then
    fail.unknown("break outside a loop, or out of a try")
  end
  self:end_statement()
  return "do break end"
end

parse["try"] = function(self)
  local outer = self.inside
  self:expect("{")
  self.inside = { try = true }
  local tried = self:within(function()
    return self:statements()
  end)
  self.inside = outer
  self:expect("catch")
  local caught = self:within(function()
    local take
    if self:accept("(") then
      take = ("local %s = R.caught(how) "):format(self:declare(self:name()))
      self:expect(")")
    else
      take = "R.caught(how) "
    end
    self:expect("{")
    return take .. self:statements()
  end)
  local leave = outer.try and "return how, value" or "return value"
  return ("do local done, how, value = pcall(function() %s end) if done and how == R.returned then %s end "
    .. "if not done then %s end end"):format(tried, leave, caught)
end

-- Whether the statement at hand is in no block and no function.
function Parser:expect_top_level(what)
  if self.scope[1] or (what == "Exports" and not self.is_module) then
    fail.syntax(self.source, self.token.at, what .. " may only appear at top level" .. (self.is_module and "" or " of a module"))
  end
end

parse["import"] = function(self)
  self:expect_top_level("Imports")
  if self:accept("{") then
    local names = {}
    repeat
      local name = self:name("Unexpected token\nExpecting Label")
      local as = name
      if self.token.value == "as" then
        self:advance()
        as = self:name()
      end
      names[#names + 1] = { name, as }
    until not self:accept(",")
    self:expect("}")
    local from = self:import_from()
    local list = {}
    for place, pair in ipairs(names) do
      from.check(pair[1])
      list[place] = ("local %s = R.import(P, %s, %s)"):format(
        self:declare(pair[2], true), expressions.quoted(from.name), expressions.quoted(pair[1]))
    end
    return table.concat(list, " ")
  elseif self:accept("*") and self:advance().value == "as" then
    local as = self:name()
    local from = self:import_from()
    return ("local %s = R.import(P, %s)"):format(self:declare(as, true), expressions.quoted(from.name))
  end
  fail.unknown("an import of neither a module nor names")
end

-- The module of an import: it is compiled before the program runs.
function Parser:import_from()
  local at = self.token.at
  if self:name() ~= "from" or self.token.kind ~= "string" then
    fail.syntax(self.source, at, "Expecting 'from'")
  end
  local name = self:advance().value
  self:expect(";")
  local exports = self.find_exports(name, function(message)
    fail.syntax(self.source, at, message)
  end)
  return {
    name = name,
    check = function(wanted)
      if exports and not exports[wanted] then
        fail.syntax(self.source, at, ("Module does not export '%s'"):format(wanted))
      end
    end,
  }
end

-- `{ a, b as c }` of what does not change.
local function export_names(self)
  repeat
    local name = self:name()
    local known = self:find_variable(name)
    if not known or not known.is_constant then
      fail.unknown("the export of " .. name .. ", which can change")
    end
    self.exports[#self.exports + 1] = { self.token.value == "as" and self:advance() and self:name() or name, known.code }
  until not self:accept(",")
  self:expect("}")
  self:expect(";")
  return ""
end

parse["export"] = function(self)
  self:expect_top_level("Exports")
  if self:accept("{") then
    return export_names(self)
  end
  local kind = self:advance().value
  if kind ~= "function" and kind ~= "const" then
    fail.unknown("export of " .. tostring(kind))
  end
  self.exports[#self.exports + 1] = { self.token.value, "u_" .. tostring(self.token.value) }
  local code = parse[kind](self)
  if kind == "function" then
    self:expect(";")
  end
  return code
end

function Parser:statement()
  local token = self.token
  local line = "\1" .. token.at .. "\2"
  if token.kind == "keyword" and parse[token.value] then
    self:advance()
    return line .. parse[token.value](self)
  elseif self:accept("{") then
    return line .. "do " .. self:within(function()
      return self:statements()
    end) .. " end"
  elseif self:accept(";") then
    return line
  end
  local record = self:expression()
  self:end_statement()
  return line .. "do " .. (record.statement or record.into(function(code)
    return "R.unused = " .. code
  end)) .. " end"
end

-- Puts every statement on the line that it has in the source.
local function place_lines(source, code)
  local starts, at, lines, current = {}, 1, 1, 1
  while at do
    starts[#starts + 1] = at
    at = source:find("\n", at, true)
    at = at and at + 1
  end
  return (code:gsub("\1(%d+)\2", function(place)
    while starts[lines + 1] and starts[lines + 1] <= tonumber(place) do
      lines = lines + 1
    end
    local feed = ("\n"):rep(lines - current)
    current = math.max(current, lines)
    return feed .. " "
  end))
end

local compiler = {}

--- Compiles a source. `options` has is_module, is_strict, is_builtin(name), and find_exports(module, refuse): names that a module
-- exports, nil where that is not known before it runs. Returns a function of R, G and P, and a set of what it exports.
-- Throws { syntax = message }.
function compiler.compile(source, name, options)
  local parser = setmetatable({
    source = source, tokens = lexer.tokens(source), place = 1, scope = {}, inside = {}, exports = {},
    is_module = options.is_module, is_strict = options.is_strict, is_builtin = options.is_builtin, find_exports = options.find_exports,
  }, Parser)
  parser.token = parser.tokens[1]
  parser.is_strict = parser.is_strict or (parser.token.kind == "string" and parser.token.value == "use strict")
  local list = {}
  while parser.token.kind ~= "eof" do
    list[#list + 1] = parser:statement()
  end
  local exported = {}
  local names = {}
  for place, export in ipairs(parser.exports) do
    names[export[1]] = true
    exported[place] = expressions.quoted(export[1]) .. ", " .. export[2]
  end
  if #exported > 0 then
    list[#list + 1] = ("return R.exports(%d, { %s })"):format(#exported, table.concat(exported, ", "))
  end
  local code = place_lines(source, "local R, G, P = ... " .. table.concat(list, " "))
  local chunk, problem = loadstring(code, "=ucode:" .. name)
  if not chunk then
    fail.unknown(problem .. "\n" .. code)
  end
  return chunk, names
end

return compiler
