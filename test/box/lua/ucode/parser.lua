--- The parser's state and what both kinds of rules use: tokens, variables, blocks and functions. Every rule returns Lua.
local fail = require("ucode.failure")

local Parser = {}
Parser.__index = Parser

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

return Parser
