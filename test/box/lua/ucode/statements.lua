--- Statements of ucode to Lua: what a rule of the grammar becomes is text.
local Translator = require("ucode.expressions")
local fail = require("ucode.failure")
local records = require("ucode.records")

local rules = Translator.rules

--- Statements, each on the line that it has in the source (compiler.lua).
function Translator:statements(list)
  local made = {}
  for place, node in ipairs(list) do
    made[place] = "\1" .. node.at .. "\2" .. self:make(node)
  end
  return table.concat(made, " ")
end

local function block(self, list)
  return self:within(function() return self:statements(list) end)
end

local function variables(self, list, first, is_constant)
  local made = {}
  for place = first, #list do
    local name, at, start = list[place][1], list[place].at, list[place][2]
    local code = self:declare(name, at, is_constant)
    made[#made + 1] = "local " .. code
    if start then
      -- Even a function that it is to hold cannot name it.
      self.scope[name].is_pending = true
      made[#made + 1] = "do " .. self:make(start).into(function(value)
        return code .. " = " .. value
      end) .. " end"
      self.scope[name].is_pending = nil
    elseif is_constant then
      self:refuse(at, "Expecting initializer expression")
    end
  end
  return table.concat(made, " ")
end

rules["let"] = function(self, node) return variables(self, node, 2, node[1]) end

rules["function"] = function(self, node)
  local code = self:declare(node[1], node.at, true)
  return ("local %s %s = %s"):format(code, code, self:function_code(node[2], node[3]))
end

rules["body"] = block

rules["if"] = function(self, node)
  local code = ("if %s then %s"):format(self:make(node[1]).condition, self:make(node[2]))
  return code .. (node[3] and " else " .. self:make(node[3]) or "") .. " end"
end

local function loop_body(self, node)
  return self:inside_of({ loop = true, try = self.inside.try }, function() return self:statements(node) end)
end

rules["while"] = function(self, node)
  return ("while %s do %s end"):format(self:make(node[1]).condition, loop_body(self, node[2]))
end

-- A loop has one variable, not one a round: a closure made in it sees what the variable holds in the end.
function rules.each(self, node)
  return "do " .. self:within(function()
    local names, taken, each = self:declare(node[1], node.at), "a", "items"
    if node[2] then
      names, taken, each = names .. ", " .. self:declare(node[2], node.at), "a, b", "pairs"
    end
    local list = self:code(node[3])
    return ("local %s for place, %s in R.%s(%s) do %s = %s %s end"):format(
      names, taken, each, list, names, taken, loop_body(self, node[4]))
  end) .. " end"
end

rules["for"] = function(self, node)
  return "do " .. self:within(function()
    local init, condition = variables(self, node[1], 1, false), self:make(node[2]).condition
    local step = self:make(node[3]).statement
    return ("%s while %s do do %s end %s end"):format(init, condition, loop_body(self, node[4]), step)
  end) .. " end"
end

rules["return"] = function(self, node)
  local how = self.inside.try and "R.returned, " or ""
  local function leave(code) return "do return " .. how .. code .. " end" end
  return node[1] and self:make(node[1]).into(leave) or leave("nil")
end

-- The cases follow one another, each entered when it or one before it is the one that matches.
function rules.switch(self, node)
  local code = "repeat local case, at = " .. self:code(node[1]) .. ", nil "
  local outer, tests, bodies = self.inside, {}, {}
  self.inside = { loop = true, try = outer.try }
  for count = 1, #node - 1 do
    local test, list = node[count + 1][1], node[count + 1][2]
    tests[count] = ("R.same(case, %s) and %d"):format(self:code(test), count)
    bodies[count] = ("if at and at <= %d then %s end"):format(count, block(self, list))
  end
  self.inside = outer
  return ("%s at = %s or nil %s until true"):format(code, table.concat(tests, " or "), table.concat(bodies, " "))
end

rules["break"] = function(self)
  if not self.inside.loop or self.inside.try then
    fail.unknown("break outside a loop, or out of a try")
  end
  return "do break end"
end

function rules.try(self, node)
  local tried = self:inside_of({ try = true }, function() return self:statements(node[1]) end)
  local caught = self:within(function()
    local take = node[2] and ("local %s = "):format(self:declare(node[2], node.at)) or ""
    return take .. "R.caught(how) " .. self:statements(node[3])
  end)
  local leave = self.inside.try and "return how, value" or "return value"
  return ("do local done, how, value = pcall(function() %s end) if done and how == R.returned then %s end "
    .. "if not done then %s end end"):format(tried, leave, caught)
end

-- The statement is in no block and no function.
local function expect_top_level(self, node, what)
  if self.scope[1] or (what == "Exports" and not self.is_module) then
    self:refuse(node.at, "%s may only appear at top level%s", what, self.is_module and "" or " of a module")
  end
end

-- Names from a module, which is compiled before the program runs, or all of it.
function rules.import(self, node)
  expect_top_level(self, node, "Imports")
  local wanted, name = node[1], node[2]
  if name:find("/", 1, true) then
    fail.unknown("an import by a path")
  end
  local exports = self.find_exports(name, function(message)
    self:refuse(node.at, "%s", message)
  end)
  local import, list = { name = name, wanted = {} }, {}
  table.insert(self.imports, import)
  if type(wanted) == "string" then
    return ("local %s = R.import(P, %s)"):format(self:declare(wanted, node.at, true), records.quoted(name))
  end
  for place, label in ipairs(wanted) do
    import.wanted[place] = label[1]
    if exports and not exports[label[1]] then
      self:refuse(node.at, "Module does not export '%s'", label[1])
    end
    list[place] = ("local %s = R.import(P, %s, %s)"):format(
      self:declare(label[2] or label[1], node.at, true), records.quoted(name), records.quoted(label[1]))
  end
  return table.concat(list, " ")
end

-- A function, constants, or `{ a, b as c }` of what does not change.
function rules.export(self, node)
  expect_top_level(self, node, "Exports")
  local exported = node[1]
  if exported.tag then
    local name = exported.tag == "let" and exported[2][1] or exported[1]
    table.insert(self.exports, { name, "u_" .. name })
    return self:make(exported)
  end
  for _, label in ipairs(exported) do
    local known = self:find_variable(label[1], node.at)
    if not known or not known.is_constant then
      fail.unknown("the export of " .. label[1] .. ", which can change")
    end
    table.insert(self.exports, { label[2] or label[1], known.code })
  end
  return ""
end

function rules.block(self, node) return "do " .. block(self, node) .. " end" end

function rules.empty() return "" end

function rules.value(self, node)
  local record = self:make(node[1])
  return "do " .. (record.statement or record.into(function(code)
    return "R.unused = " .. code
  end)) .. " end"
end

return Translator
