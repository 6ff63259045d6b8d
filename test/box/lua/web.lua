--- Reading a request and writing an answer (RFC 3875), for the box's own CGI programs.
local web = {}

--- The value of a cookie; of several with the same name the first one sent.
function web.cookie(name)
  for own, value in (os.getenv("HTTP_COOKIE") or ""):gmatch("%s*([^;=]+)=([^;]*)") do
    if own == name then
      return value
    end
  end
  return nil
end

local function decode(text)
  text = text:gsub("+", " ")
  return (text:gsub("%%(%x%x)", function(digits) return string.char(tonumber(digits, 16)) end))
end

function web.body() return io.read(tonumber(os.getenv("CONTENT_LENGTH")) or 0) or "" end

function web.form(text)
  local fields = {}
  for name, value in text:gmatch("([^&=]+)=([^&]*)") do
    fields[decode(name)] = decode(value)
  end
  return fields
end

function web.escape(text)
  return (tostring(text):gsub('[&<>"]', { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- Writes an answer; `headers` is a sequence of lines.
function web.answer(status, headers, body)
  io.write("Status: ", status, "\r\n")
  for _, line in ipairs(headers) do
    io.write(line, "\r\n")
  end
  io.write("\r\n", body or "")
end

return web
