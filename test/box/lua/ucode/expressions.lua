--- Expressions of ucode to Lua: what a rule of the grammar becomes is a record (records.lua).
local fail = require("ucode.failure")
local records = require("ucode.records")

local quoted, value, update, add_one = records.quoted, records.value, records.update, records.add_one

--- The state of a translation, and a rule for each tag of the tree.
local Translator = { rules = {} }
Translator.__index = Translator

local rules = Translator.rules

function Translator:refuse(at, message, ...)
  fail.syntax(self.source, at, message:format(...))
end

function Translator:make(node) return rules[node.tag](self, node) end

function Translator:code(node) return self:make(node).code end

-- The Lua name of a new variable; `at` is a place after it.
function Translator:declare(name, at, is_constant)
  if self.scope[name] and self.is_strict then
    self:refuse(at, "Variable '%s' redeclared", name)
  end
  self.scope[name] = { code = "u_" .. name, is_constant = is_constant }
  return "u_" .. name
end

function Translator:find_variable(name, at)
  local scope = self.scope
  while scope and not scope[name] do
    scope = scope[1]
  end
  if scope and scope[name].is_pending then
    self:refuse(at, "Can't access lexical declaration '%s' before initialization", name)
  end
  return scope and scope[name]
end

function Translator:within(work)
  self.scope = { self.scope }
  local code = work()
  self.scope = self.scope[1]
  return code
end

--- Runs `work` inside of something: a loop, a `try` or a function.
function Translator:inside_of(inside, work)
  local outer = self.inside
  self.inside = inside
  local code = self:within(work)
  self.inside = outer
  return code
end

function Translator:target(record, at)
  if not record.target then
    self:refuse(at, "Invalid left-hand side expression for assignment")
  elseif record.target.is_constant then
    self:refuse(at, "Invalid assignment to constant '%s'", record.target.is_constant)
  end
  return record.target
end

function rules.expression(self, node)
  local left, operator = self:make(node[1]), node[2]
  if operator == "?" then
    local middle = self:make(node[3])
    return records.choose(left, middle, self:make(node[4]))
  elseif not operator then
    return left
  end
  local target = self:target(left, node.at)
  local right = self:make(node[3])
  if operator == "=" then
    return records.assignment(target, right)
  end
  return update(target, function(old) return records.compound[operator](old, right) end)
end

-- Operands and operators in a row, joined as tightly as each operator binds.
function rules.binary(self, node)
  local place = 1
  local function join(level)
    local left = self:make(node[place])
    local operator = records.binary[node[place + 1]]
    while operator and operator[1] >= level do
      place = place + 2
      left = operator[2](left, join(operator[1] + 1))
      operator = records.binary[node[place + 1]]
    end
    return left
  end
  return join(1)
end

rules["not"] = function(self, node)
  return value("(not " .. self:make(node[1]).condition .. ")", { is_boolean = true })
end

function rules.negative(self, node)
  return value("R.negative(" .. self:code(node[1]) .. ")", { is_solid = true })
end

-- Whether the member was there.
rules["delete"] = function(self, node)
  local target = self:make(node[1]).target
  return value(("R.delete(%s, %s)"):format(target.object, target.key), { is_boolean = true })
end

-- Once a chain has `?.`, null goes through to its end.
local suffixes = {}

local function member(object, key, is_optional)
  local made = value(("R.%s(%s, %s)"):format(is_optional and "get_optional" or "get", object.code, key))
  made.target = not is_optional and { object = object.code, key = key } or nil
  made.is_optional = is_optional
  return made
end

function suffixes.member(self, object, node)
  local newer = self.newer_members and self.newer_members[node[2]]
  if newer == "array" then
    self.no_array = node.at
  elseif newer then
    self:refuse(node.at, "%s is newer than OpenWrt 24.10", node[2])
  end
  return member(object, quoted(node[2]), node[1] or object.is_optional)
end

function suffixes.index(self, object, node)
  return member(object, self:code(node[2]), node[1] or object.is_optional)
end

function suffixes.call(self, called, node)
  if called.is_optional then
    fail.unknown("a call in a chain with ?.")
  elseif self.no_array and node.has_array then
    self:refuse(self.no_array, "what it takes is newer than OpenWrt 24.10")
  end
  self.no_array = nil
  local list = {}
  for place, argument in ipairs(node) do
    if argument.tag == "spread" and node[place + 1] then
      fail.unknown("spread before the last argument")
    end
    list[place] = argument.tag == "spread" and "R.unpack(" .. self:code(argument[1]) .. ")" or self:code(argument)
  end
  local made = value((called.is_function and "(%s)(%s)" or "%s(%s)"):format(called.code, table.concat(list, ", ")))
  made.statement = made.code
  return made
end

-- An operand with its chain, and `++` or `--` after it.
function rules.postfix(self, node)
  local record = self:make(node[1])
  for place = 2, #node - 1 do
    record = suffixes[node[place].tag](self, record, node[place])
  end
  if not node[#node] then
    return record
  end
  local changed = update(self:target(record, node.at), add_one(node[#node]))
  local made = value(("(function() local old = R.number(%s) %s return old end)()"):format(record.code, changed.statement))
  made.statement = changed.statement
  return made
end

--- The function of parameters and a body: a list of statements, or of an arrow an expression.
function Translator:function_code(params, body)
  return self:inside_of({}, function()
    local names, rest = {}, ""
    for place, name in ipairs(params) do
      if params[place - 1] == "..." then
        rest = ("local %s = R.pack(...) "):format(self:declare(name, 1))
      else
        names[#names + 1] = name == "..." and name or self:declare(name, 1)
      end
    end
    local code = body.tag and self:make(body).into(function(result)
      return "return " .. result
    end) or self:statements(body)
    return ("function(%s) %s%s end"):format(table.concat(names, ", "), rest, code)
  end)
end

function rules.lambda(self, node)
  return value(self:function_code(node[1], node[2]), { is_solid = true, is_function = true })
end

function rules.array(self, node)
  local list, made = {}, "array"
  for place, item in ipairs(node) do
    local is_spread = item.tag == "spread"
    made = is_spread and "spread_array" or made
    list[place] = is_spread and ("R.items_of(%s)"):format(self:code(item[1])) or self:code(item)
  end
  return value(("R.%s(%d, { %s })"):format(made, #list, table.concat(list, ", ")), { is_solid = true })
end

-- A name and a value, or an object whose own are taken.
local properties = {
  spread = function(self, node) return "R.spread", self:code(node[1]) end,
  computed = function(self, node) return self:code(node[1]), self:code(node[2]) end,
  shorthand = function(self, node) return quoted(node[1][1]), self:code(node[1]) end,
  pair = function(self, node) return quoted(node[1]), self:code(node[2]) end,
}

function rules.object(self, node)
  local list = {}
  for place, property in ipairs(node) do
    list[place] = ("%s, %s"):format(properties[property.tag](self, property))
  end
  return value(("R.object(%d, { %s })"):format(#list, table.concat(list, ", ")), { is_solid = true })
end

function rules.template(self, node)
  local parts = {}
  for place, part in ipairs(node) do
    if type(part) == "table" then
      parts[#parts + 1] = "R.text(" .. self:code(part) .. ")"
    elseif part ~= "" or place == 1 then
      parts[#parts + 1] = quoted(part)
    end
  end
  return value("(" .. table.concat(parts, " .. ") .. ")", { is_solid = true, is_plain = #parts == 1 })
end

-- A name: a variable of the program, or a global one, which is looked for when it is needed.
function rules.name(self, node)
  local name = node[1]
  local known = self:find_variable(name, node.at)
  if known then
    local made = value(known.code, { is_plain = true })
    made.target = { name = known.code, is_constant = known.is_constant and name }
    return made
  elseif self.newer_members and not self.is_builtin(name) then
    self:refuse(node.at, "%s is declared nowhere, and no global name of OpenWrt 24.10", name)
  end
  local lookup = self.is_strict and not self.is_builtin(name) and "R.declared(G, %s)" or "G[%s]"
  local made = value(lookup:format(quoted(name)))
  made.target = { name = made.code, is_global = name }
  return made
end

function rules.parentheses(self, node)
  local inner = self:make(node[1])
  inner.is_optional, inner.statement = nil, nil
  return inner
end

function rules.number(_, node)
  return value((node[2] and "R.double(%.17g)" or "%.0f"):format(node[1]), { is_solid = true, is_plain = true })
end

function rules.text(_, node)
  return value(quoted(node[1]), { is_solid = true, is_plain = true, is_constant = true })
end

function rules.regexp(_, node)
  return value(("R.regexp(%s, %s)"):format(quoted(node[1]), tostring(node[2])), { is_solid = true })
end

function rules.word(_, node)
  local is_null = node[1] == "null"
  return value(is_null and "nil" or node[1], { is_plain = true, is_constant = true, is_boolean = not is_null })
end

return Translator
