--- Programs of the service, run in this process.
local programs = {}

--- Runs a function while some modules are replaced by others, and some are loaded anew; what the function gives.
function programs.with(replaced, anew, run)
  local kept, names = {}, { unpack(anew) }
  for name in pairs(replaced) do
    names[#names + 1] = name
  end
  for _, name in ipairs(names) do
    kept[name] = package.loaded[name]
    package.loaded[name] = replaced[name]
  end
  local done, result = pcall(run)
  for _, name in ipairs(names) do
    package.loaded[name] = kept[name]
  end
  assert(done, result)
  return result
end

--- Returns the result of a function, and what it writes to standard output.
function programs.written(run)
  local texts, write = {}, io.write
  io.write = function(...) -- luacheck: ignore
    texts[#texts + 1] = table.concat({ ... })
    return true
  end
  local done, result = pcall(run)
  io.write = write -- luacheck: ignore
  assert(done, result)
  return result, table.concat(texts)
end

return programs
