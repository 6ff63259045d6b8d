--- Expressions of ucode to Lua.
--
-- An expression becomes a record: `code` is the Lua for its value; `condition` is Lua that is true or false as the value
-- counts in an `if`; `into(use)` is Lua that hands the value to a statement, and is what spares a closure where the
-- value comes out of a branch. `is_boolean` and `is_solid` (neither null nor false) say what is known of the value,
-- `is_plain` that it can be taken without effect or failure; `target` says what may be assigned to.
local fail = require("ucode.failure")

local expressions = {}

local function quoted(text)
  return '"' .. text:gsub('[%z\1-\31\\"\127-\255]', function(char)
    return ("\\%03d"):format(char:byte())
  end) .. '"'
end
expressions.quoted = quoted

local function value(code, facts)
  local record = facts or {}
  record.code = code
  record.condition = record.is_boolean and code or record.is_number and "true" or "R.truthy(" .. code .. ")"
  record.into = function(use)
    return use(code)
  end
  return record
end

-- A value that is handed over by statements, or where that will not do by a function of its own.
local function branching(into, condition)
  local code = "(function() " .. into(function(result)
    return "return " .. result
  end) .. " end)()"
  return { code = code, condition = condition or "R.truthy(" .. code .. ")", into = into }
end

local function both(left, right)
  if left.is_boolean and right.is_boolean then
    return value("(" .. left.code .. " and " .. right.code .. ")", { is_boolean = true })
  end
  return branching(function(use)
    return ("local t = %s if R.truthy(t) then %s else %s end"):format(left.code, right.into(use), use("t"))
  end, "(" .. left.condition .. " and " .. right.condition .. ")")
end

local function either(left, right)
  if left.is_boolean and right.is_boolean then
    return value("(" .. left.code .. " or " .. right.code .. ")", { is_boolean = true })
  end
  return branching(function(use)
    return ("local t = %s if R.truthy(t) then %s else %s end"):format(left.code, use("t"), right.into(use))
  end, "(" .. left.condition .. " or " .. right.condition .. ")")
end

local function coalesce(left, right)
  if right.is_plain then
    return value(("R.coalesce(%s, %s)"):format(left.code, right.code))
  end
  return branching(function(use)
    return ("local t = %s if t == nil then %s else %s end"):format(left.code, right.into(use), use("t"))
  end)
end

local function choose(condition, left, right)
  if left.is_solid then
    return value(("(%s and %s or %s)"):format(condition.condition, left.code, right.code), { is_solid = right.is_solid })
  end
  return branching(function(use)
    return ("if %s then %s else %s end"):format(condition.condition, left.into(use), right.into(use))
  end)
end

-- `===` and `!==`; with a text, null or boolean at one side it is Lua's own.
local function identical(left, right, is_negated)
  if left.is_constant or right.is_constant then
    return value(("(%s %s %s)"):format(left.code, is_negated and "~=" or "==", right.code), { is_boolean = true })
  end
  local code = ("R.same(%s, %s)"):format(left.code, right.code)
  return value(is_negated and "(not " .. code .. ")" or code, { is_boolean = true })
end

local function operation(name, facts)
  return function(left, right)
    local made = {}
    for fact, holds in pairs(facts) do
      made[fact] = holds
    end
    return value(("R.%s(%s, %s)"):format(name, left.code, right.code), made)
  end
end

local comparison = { is_boolean = true }
local arithmetic = { is_solid = true }

-- Operators with how tightly they bind, loosest first.
local binary = {
  ["||"] = { 1, either },
  ["??"] = { 1, coalesce },
  ["&&"] = { 2, both },
  ["|"] = { 3, operation("bit_or", arithmetic) },
  ["=="] = { 4, operation("equal", comparison) },
  ["!="] = { 4, operation("unequal", comparison) },
  ["==="] = { 4, identical },
  ["!=="] = {
    4,
    function(left, right)
      return identical(left, right, true)
    end,
  },
  ["<"] = { 5, operation("less", comparison) },
  ["<="] = { 5, operation("at_most", comparison) },
  [">"] = { 5, operation("greater", comparison) },
  [">="] = { 5, operation("at_least", comparison) },
  ["in"] = { 5, operation("contains", comparison) },
  ["+"] = { 6, operation("add", arithmetic) },
  ["-"] = { 6, operation("subtract", arithmetic) },
  ["*"] = { 7, operation("multiply", arithmetic) },
  ["/"] = { 7, operation("divide", arithmetic) },
  ["%"] = { 7, operation("modulo", arithmetic) },
}

local compound = { ["+="] = binary["+"][2], ["-="] = binary["-"][2], ["??="] = coalesce }

-- The record of an assignment: `statement` is its Lua where the value is not wanted.
local function assignment(target, right)
  if target.is_global then
    return value(("R.assign_global(%s)"):format(quoted(target.is_global)))
  elseif target.object then
    local made = value(("R.set(%s, %s, %s)"):format(target.object, target.key, right.code))
    made.statement = made.code
    return made
  end
  local statement = right.into(function(code)
    return target.name .. " = " .. code
  end)
  local made = value(("(function() %s return %s end)()"):format(statement, target.name))
  made.statement = statement
  return made
end

local function update(target, combine)
  if not target.object then
    return assignment(target, combine(value(target.name)))
  end
  local changed = combine(value("old")).into(function(code)
    return "return " .. code
  end)
  local made = value(("R.update(%s, %s, function(old) %s end)"):format(target.object, target.key, changed))
  made.statement = made.code
  return made
end

local function add_one(operator)
  return function(old)
    return value(("R.%s(R.number(%s), 1)"):format(operator == "++" and "add" or "subtract", old.code))
  end
end

--- Gives the compiler `Parser` its methods for expressions.
function expressions.extend(Parser)
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
    elseif compound[operator] then
      self:advance()
      local target, right = target_of(self, left, at), self:expression()
      return update(target, function(old)
        return compound[operator](old, right)
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
      local operator = (self.token.kind == "operator" or self.token.value == "in") and binary[self.token.value]
      if not operator or operator[1] < level then
        return left
      end
      self:advance()
      left = operator[2](left, self:binary(operator[1] + 1))
    end
  end

  function Parser:unary()
    local at = self.token.at
    if self:accept("!") then
      return value("(not " .. self:unary().condition .. ")", { is_boolean = true })
    elseif self:accept("-") then
      return value("R.negative(" .. self:unary().code .. ")", { is_solid = true })
    elseif self:is("++") or self:is("--") then
      local operator = self:advance().value
      return update(target_of(self, self:unary(), at), add_one(operator))
    end
    local operand = self:postfix(self:primary())
    if self:is("++") or self:is("--") then
      local target = target_of(self, operand, at)
      local changed = update(target, add_one(self:advance().value))
      local old = ("(function() local old = R.number(%s) %s return old end)()"):format(operand.code, changed.statement)
      return { code = old, condition = "R.truthy(" .. old .. ")", statement = changed.statement, into = value(old).into }
    end
    return operand
  end

  local function member(object, key, is_optional)
    local made = value(("R.%s(%s, %s)"):format(is_optional and "get_optional" or "get", object.code, key))
    made.target = not is_optional and { object = object.code, key = key } or nil
    made.is_optional = is_optional
    return made
  end

  -- Once a chain has `?.`, null goes through to its end.
  function Parser:postfix(record)
    while self.token.kind == "operator" do
      local is_optional = record.is_optional
      if self:is("?.") then
        is_optional = true
        self:advance()
        if not self:is("[") then
          record = member(record, quoted(self:name()), true)
        end
      elseif self:accept(".") then
        record = member(record, quoted(self:name()), is_optional)
      elseif not self:is("(") and not self:is("[") then
        return record
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
    self:expect("(")
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
    while not self:is("]") do
      items[#items + 1] = self:expression().code
      if not self:is("]") then
        self:expect(",")
      end
    end
    self:expect("]")
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
end

return expressions
