--- Statements of ucode to Lua: a rule for each keyword that begins one.
local Parser = require("ucode.parser")
local fail = require("ucode.failure")
local records = require("ucode.records")

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
        self:declare(pair[2], true), records.quoted(from.name), records.quoted(pair[1]))
    end
    return table.concat(list, " ")
  elseif self:accept("*") and self:advance().value == "as" then
    local as = self:name()
    local from = self:import_from()
    return ("local %s = R.import(P, %s)"):format(self:declare(as, true), records.quoted(from.name))
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
  if name:find("/", 1, true) then
    fail.unknown("an import by a path")
  end
  self:expect(";")
  local exports = self.find_exports(name, function(message)
    fail.syntax(self.source, at, message)
  end)
  local import = { name = name, wanted = {} }
  table.insert(self.imports, import)
  return {
    name = name,
    check = function(wanted)
      table.insert(import.wanted, wanted)
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
