--- Expressions of ucode to Lua: their rules return records (records.lua).
local Parser = require("ucode.parser")
local fail = require("ucode.failure")
local records = require("ucode.records")

local quoted, value = records.quoted, records.value
local assignment, update, add_one, choose = records.assignment, records.update, records.add_one, records.choose

local function target_of(self, record, at)
  if not record.target then
    fail.syntax(self.source, at, "Invalid left-hand side expression for assignment")
  elseif record.target.is_constant then
    fail.syntax(self.source, at, ("Invalid assignment to constant '%s'"):format(record.target.is_constant))
  end
  return record.target
end

function Parser:expression()
  local at = self.token.at
  local left = self:conditional()
  local operator = self.token.kind == "operator" and self.token.value
  if operator == "=" then
    self:advance()
    return assignment(target_of(self, left, at), self:expression())
  elseif records.compound[operator] then
    self:advance()
    local target, right = target_of(self, left, at), self:expression()
    return update(target, function(old)
      return records.compound[operator](old, right)
    end)
  end
  return left
end

function Parser:conditional()
  local condition = self:binary(1)
  if not self:accept("?") then
    return condition
  end
  local left = self:expression()
  self:expect(":")
  return choose(condition, left, self:expression())
end

function Parser:binary(level)
  local left = self:unary()
  while true do
    local operator = (self.token.kind == "operator" or self.token.value == "in") and records.binary[self.token.value]
    if not operator or operator[1] < level then
      return left
    end
    self:advance()
    left = operator[2](left, self:binary(operator[1] + 1))
  end
end

function Parser:unary()
  local at = self.token.at
  if self.token.kind ~= "operator" then
    return self:step_after(self:postfix(self:primary()), at)
  elseif self:accept("!") then
    return value("(not " .. self:unary().condition .. ")", { is_boolean = true })
  elseif self:accept("-") then
    return value("R.negative(" .. self:unary().code .. ")", { is_solid = true })
  elseif self:is("++") or self:is("--") then
    local operator = self:advance().value
    return update(target_of(self, self:unary(), at), add_one(operator))
  end
  return self:step_after(self:postfix(self:primary()), at)
end

-- `a++` and `a--` after an operand.
function Parser:step_after(operand, at)
  if not self:is("++") and not self:is("--") then
    return operand
  end
  local target = target_of(self, operand, at)
  local changed = update(target, add_one(self:advance().value))
  local made = value(("(function() local old = R.number(%s) %s return old end)()"):format(operand.code, changed.statement))
  made.statement = changed.statement
  return made
end

local function member(object, key, is_optional)
  local made = value(("R.%s(%s, %s)"):format(is_optional and "get_optional" or "get", object.code, key))
  made.target = not is_optional and { object = object.code, key = key } or nil
  made.is_optional = is_optional
  return made
end

local goes_on = { ["."] = true, ["?."] = true, ["["] = true, ["("] = true }

function Parser:member_name()
  local at, name = self.token.at, self:name()
  local newer = self.newer_members and self.newer_members[name]
  if newer == "array" then
    self.no_array = at
  elseif newer then
    fail.syntax(self.source, at, name .. " is newer than OpenWrt 24.10")
  end
  return name
end

-- Once a chain has `?.`, null goes through to its end.
function Parser:postfix(record)
  while self.token.kind == "operator" and goes_on[self.token.value] do
    local is_optional = record.is_optional
    if self:is("?.") then
      is_optional = true
      self:advance()
      if not self:is("[") then
        record = member(record, quoted(self:member_name()), true)
      end
    elseif self:accept(".") then
      record = member(record, quoted(self:member_name()), is_optional)
    end
    if self:accept("[") then
      local key = self:expression().code
      self:expect("]")
      record = member(record, key, is_optional)
    elseif self:is("(") then
      if is_optional then
        fail.unknown("a call in a chain with ?.")
      end
      record = value((record.is_function and "(%s)(%s)" or "%s(%s)"):format(record.code, self:arguments()))
      record.statement = record.code
    end
  end
  return record
end

function Parser:arguments()
  local list = {}
  local no_array = self.no_array
  self.no_array = nil
  self:expect("(")
  if no_array and self:is("[") then
    fail.syntax(self.source, no_array, "what it takes is newer than OpenWrt 24.10")
  end
  while not self:is(")") do
    if self:accept("...") then
      list[#list + 1] = "R.unpack(" .. self:expression().code .. ")"
      if not self:is(")") then
        fail.unknown("spread before the last argument")
      end
    else
      list[#list + 1] = self:expression().code
    end
    if not self:is(")") then
      self:expect(",")
      if self:is(")") then
        fail.syntax(self.source, self.token.at, "Expecting expression")
      end
    end
  end
  self:expect(")")
  return table.concat(list, ", ")
end

function Parser:array()
  local items = {}
  local has_spread = false
  while not self:is("]") do
    if self:accept("...") then
      has_spread = true
      items[#items + 1] = ("R.items_of(%s)"):format(self:expression().code)
    else
      items[#items + 1] = self:expression().code
    end
    if not self:is("]") then
      self:expect(",")
    end
  end
  self:expect("]")
  if has_spread then
    return value(("R.spread_array(%d, { %s })"):format(#items, table.concat(items, ", ")), { is_solid = true })
  end
  return value(("R.array(%d, { %s })"):format(#items, table.concat(items, ", ")), { is_solid = true })
end

-- A name and a value, or an object whose own are taken.
function Parser:property()
  if self:accept("...") then
    return "R.spread, " .. self:expression().code
  elseif self:accept("[") then
    local key = self:expression().code
    self:expect("]")
    self:expect(":")
    return key .. ", " .. self:expression().code
  end
  local token = self.token
  if token.kind ~= "name" and token.kind ~= "keyword" and token.kind ~= "string" then
    fail.syntax(self.source, token.at, "Unexpected token\nExpecting label")
  end
  self:advance()
  if token.kind == "name" and (self:is(",") or self:is("}")) then
    return quoted(token.value) .. ", " .. self:variable(token).code
  end
  self:expect(":")
  return quoted(token.value) .. ", " .. self:expression().code
end

function Parser:object()
  local properties = {}
  while not self:is("}") do
    properties[#properties + 1] = self:property()
    if not self:is("}") then
      self:expect(",")
    end
  end
  self:expect("}")
  return value(("R.object(%d, { %s })"):format(#properties, table.concat(properties, ", ")), { is_solid = true })
end

function Parser:template()
  local parts = {}
  while true do
    local token = self:advance()
    if token.value ~= "" or #parts == 0 then
      parts[#parts + 1] = quoted(token.value)
    end
    if token.kind == "template_end" then
      return value("(" .. table.concat(parts, " .. ") .. ")", { is_solid = true, is_plain = #parts == 1 })
    end
    parts[#parts + 1] = "R.text(" .. self:expression().code .. ")"
  end
end

-- A name: a variable of the program, or a global one, which is looked for when it is needed.
function Parser:variable(token)
  local name = token.value
  local known = self:find_variable(name)
  if known then
    local made = value(known.code, { is_plain = true })
    made.target = { name = known.code, is_constant = known.is_constant and name }
    return made
  end
  if self.newer_members and not self.is_builtin(name) then
    fail.syntax(self.source, token.at, name .. " is declared nowhere, and no global name of OpenWrt 24.10")
  end
  local lookup = self.is_strict and not self.is_builtin(name) and "R.declared(G, %s)" or "G[%s]"
  local made = value(lookup:format(quoted(name)))
  made.target = { name = made.code, is_global = name }
  return made
end

-- Whether `(` begins the parameters of an arrow function.
function Parser:is_arrow()
  local place = self.place + 1
  while true do
    local token = self.tokens[place]
    if token.value == ")" and token.kind == "operator" then
      local after = self.tokens[place + 1]
      return after.kind == "operator" and after.value == "=>"
    elseif token.kind ~= "name" and token.value ~= "," and token.value ~= "..." then
      return false
    end
    place = place + 1
  end
end

local words = { ["true"] = "true", ["false"] = "false", null = "nil" }

function Parser:primary()
  local token = self.token
  if token.kind == "template" or token.kind == "template_end" then
    return self:template()
  elseif token.kind == "operator" and token.value == "(" and self:is_arrow() then
    return value(self:arrow(), { is_solid = true, is_function = true })
  end
  self:advance()
  if token.kind == "name" and self:is("=>") then
    return value(self:arrow(token), { is_solid = true, is_function = true })
  elseif token.kind == "name" then
    return self:variable(token)
  elseif token.kind == "number" then
    return value(("%.0f"):format(token.value), { is_solid = true, is_plain = true })
  elseif token.kind == "double" then
    return value(("R.double(%.17g)"):format(token.value), { is_solid = true, is_plain = true })
  elseif token.kind == "string" then
    return value(quoted(token.value), { is_solid = true, is_plain = true, is_constant = true })
  elseif token.kind == "regexp" then
    local regexp = token.value
    return value(("R.regexp(%s, %s)"):format(quoted(regexp.pattern), tostring(regexp.is_global)), { is_solid = true })
  elseif words[token.value] then
    local facts = { is_plain = true, is_constant = true, is_boolean = token.value ~= "null" }
    return value(words[token.value], facts)
  elseif token.value == "function" then
    return value(self:function_code(), { is_solid = true, is_function = true })
  elseif token.value == "(" then
    local inner = self:expression()
    self:expect(")")
    inner.is_optional, inner.statement = nil, nil
    return inner
  elseif token.value == "[" then
    return self:array()
  elseif token.value == "{" then
    return self:object()
  elseif token.kind == "keyword" then
    fail.unknown(token.value)
  end
  fail.syntax(self.source, token.at, "Expecting expression")
end
