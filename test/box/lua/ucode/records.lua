--- Records of expressions, and the operators that join them.
--
-- An expression becomes a record: `code` is the Lua for its value; `condition` is Lua that is true or false as the value
-- counts in an `if`; `into(use)` is Lua that hands the value to a statement, and is what spares a closure where the
-- value comes out of a branch. `is_boolean` and `is_solid` (neither null nor false) say what is known of the value,
-- `is_plain` that it can be taken without effect or failure; `target` says what may be assigned to.
local records = {}

local function quoted(text)
  return '"' .. text:gsub('[%z\1-\31\\"\127-\255]', function(char)
    return ("\\%03d"):format(char:byte())
  end) .. '"'
end
records.quoted = quoted

--- The record of a value that Lua has at once.
function records.value(code, facts)
  local record = facts or {}
  record.code = code
  record.condition = record.is_boolean and code or "R.truthy(" .. code .. ")"
  record.into = function(use) return use(code) end
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
    return records.value("(" .. left.code .. " and " .. right.code .. ")", { is_boolean = true })
  end
  return branching(function(use)
    return ("local t = %s if R.truthy(t) then %s else %s end"):format(left.code, right.into(use), use("t"))
  end, "(" .. left.condition .. " and " .. right.condition .. ")")
end

local function either(left, right)
  if left.is_boolean and right.is_boolean then
    return records.value("(" .. left.code .. " or " .. right.code .. ")", { is_boolean = true })
  end
  return branching(function(use)
    return ("local t = %s if R.truthy(t) then %s else %s end"):format(left.code, use("t"), right.into(use))
  end, "(" .. left.condition .. " or " .. right.condition .. ")")
end

local function coalesce(left, right)
  if right.is_plain then
    return records.value(("R.coalesce(%s, %s)"):format(left.code, right.code))
  end
  return branching(function(use)
    return ("local t = %s if t == nil then %s else %s end"):format(left.code, right.into(use), use("t"))
  end)
end

--- `condition ? left : right`.
function records.choose(condition, left, right)
  if left.is_solid then
    return records.value(("(%s and %s or %s)"):format(condition.condition, left.code, right.code), { is_solid = right.is_solid })
  end
  return branching(function(use)
    return ("if %s then %s else %s end"):format(condition.condition, left.into(use), right.into(use))
  end)
end

-- `===` and `!==`; with a text, null or boolean at one side it is Lua's own.
local function identical(left, right, is_negated)
  if left.is_constant or right.is_constant then
    return records.value(("(%s %s %s)"):format(left.code, is_negated and "~=" or "==", right.code), { is_boolean = true })
  end
  local code = ("R.same(%s, %s)"):format(left.code, right.code)
  return records.value(is_negated and "(not " .. code .. ")" or code, { is_boolean = true })
end

local function operation(name, facts)
  return function(left, right)
    local made = {}
    for fact, holds in pairs(facts) do
      made[fact] = holds
    end
    return records.value(("R.%s(%s, %s)"):format(name, left.code, right.code), made)
  end
end

local comparison = { is_boolean = true }
local arithmetic = { is_solid = true }

--- Operators with how tightly they bind, loosest first.
records.binary = {
  ["||"] = { 1, either },
  ["??"] = { 1, coalesce },
  ["&&"] = { 2, both },
  ["|"] = { 3, operation("bit_or", arithmetic) },
  ["=="] = { 4, operation("equal", comparison) },
  ["!="] = { 4, operation("unequal", comparison) },
  ["==="] = { 4, identical },
  ["!=="] = {
    4,
    function(left, right) return identical(left, right, true) end,
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

--- Operators that assign what they make of the old value.
records.compound = { ["+="] = records.binary["+"][2], ["-="] = records.binary["-"][2], ["??="] = coalesce }

--- The record of an assignment: `statement` is its Lua where the value is not wanted.
function records.assignment(target, right)
  if target.is_global then
    return records.value(("R.assign_global(%s)"):format(quoted(target.is_global)))
  elseif target.object then
    local made = records.value(("R.set(%s, %s, %s)"):format(target.object, target.key, right.code))
    made.statement = made.code
    return made
  end
  local statement = right.into(function(code) return target.name .. " = " .. code end)
  local made = records.value(("(function() %s return %s end)()"):format(statement, target.name))
  made.statement = statement
  return made
end

function records.update(target, combine)
  if not target.object then
    return records.assignment(target, combine(records.value(target.name)))
  end
  local changed = combine(records.value("old")).into(function(code) return "return " .. code end)
  local made = records.value(("R.update(%s, %s, function(old) %s end)"):format(target.object, target.key, changed))
  made.statement = made.code
  return made
end

function records.add_one(operator)
  return function(old)
    return records.value(("R.%s(R.number(%s), 1)"):format(operator == "++" and "add" or "subtract", old.code))
  end
end

return records
