-- Generated from src/sso_login/web/web_request.ts by "make lua"; do not edit.
--- A request as a value: parsed once from what the web server hands over, and not written to afterwards. Has the limits of the
-- specification. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local public_names = require("sso_login.base.public_names")
local encoding = require("sso_login.base.encoding")
local result = require("sso_login.result")
local err = result.err
local strings = require("sso_login.base.strings")
local option_forms = require("sso_login.settings.option_forms")
local err, ok = result.err, result.ok

--- Bytes of a query string, of a Cookie header and of a posted form.
M.max_input_bytes = 16384

--- Parameters of a query, and cookies of a Cookie header.
local max_input_items = 100

--- The path at which programs exchange tokens.
M.exchange_path = "/token"

--- Whether the client is a program, which reads OAuth's errors.
function M.is_of_program(request)
	return request.path == M.exchange_path
end

--- A raw pair `name=value`; the value is "" without an equals sign.
local function split_pair(text)
	local equals = (string.find(text, "=", nil, true) or 0) - 1
	return equals >= 0 and ({lib.StringSubstring(text, 0, equals), lib.StringSubstring(text, equals + 1)}) or ({
		text,
		""
	})
end

--- Raw pairs of a query string, empty ones left out.
local function split_query(query)
	return lib.ArrayMap(strings.split_words(query, "&"), function(_, part) return split_pair(part) end)
end

local function is_blank(character)
	return character == " " or character == "\t"
end

--- The text without spaces and tabs at its ends.
local function trim(text)
	local from = 0
	while is_blank(lib.StringCharAt(text, from)) do
		from = from + 1
	end
	local to = #text
	while to > from and is_blank(lib.StringCharAt(text, to - 1)) do
		to = to - 1
	end
	return lib.StringSubstring(text, from, to)
end

--- Raw pairs of a Cookie header (RFC 6265 section 4.2), empty ones left out.
local function split_cookies(header)
	local out = {}
	for _, part in ipairs(lib.StringSplit(header, ";")) do
		local text = trim(part)
		if text ~= "" then
			local pair = split_pair(text)
			out[#out + 1] = {trim(pair[1]), trim(pair[2])}
		end
	end
	return out
end

--- The reason to refuse a value as strict; undefined for one that is in order. `earlier` is a former value of its name.
local function reason_against(value, earlier)
	if earlier ~= nil then
		return "given twice"
	end
	if value == nil then
		return "percent-encoding"
	end
	return strings.has_control(value) and "control character" or nil
end

--- Decodes raw pairs; of a name the first value counts, and one that cannot be decoded is left out.
local function fields_of(raw)
	local values = {}
	local problems = {}
	for _, pair in ipairs(raw) do
		local name = encoding.form_decode(pair[1])
		local value = encoding.form_decode(pair[2])
		if name ~= nil then
			local reason = reason_against(value, values[name])
			if reason ~= nil then
				problems[#problems + 1] = {name, reason}
			end
			values[name] = values[name] or value
		end
	end
	return {values = values, problems = problems}
end

function M.parse_form(form)
	return fields_of(split_query(form))
end

--- Begins the names of cookies that a browser takes from this site alone.
local host_prefix = "__Host-"

--- The cookies but those of these names.
local function without(cookies, left_out)
	local kept = {}
	for _, name in ipairs(lib.ObjectKeys(cookies)) do
		local value = cookies[name]
		if value ~= nil and not lib.ArrayIncludes(left_out, name) then
			kept[name] = value
		end
	end
	return kept
end

--- Cookies by name. A browser sends the one with the longest path first, so the first counts. A name with this prefix has one path and no
-- domain (RFC 6265bis section 4.1.3.2): two of them with different values are not this site's, and count as none.
local function cookies_of(raw)
	local cookies = {}
	local ambiguous = {}
	for _, pair in ipairs(raw) do
		local name = pair[1]
		local known = cookies[name]
		if known == nil then
			cookies[name] = pair[2]
		elseif lib.StringStartsWith(name, host_prefix) and known ~= pair[2] then
			ambiguous[#ambiguous + 1] = name
		end
	end
	return without(cookies, ambiguous)
end

--- Bytes that are kept of a Host header.
local max_host = 255

local function host_of(header)
	local host = lib.StringSubstring(header, 0, max_host)
	return lib.StringSubstring(host, 0, bytes.outside(host, "host", 0))
end

local function too_large(size, max, reason, length)
	return size > max and err("INPUT_TOO_LARGE", {reason = reason, bytes = length}) or nil
end

--- Parses what the web server hands over.
function M.parse(environment)
	local full_path = environment.path_info == "" and "/" or environment.path_info
	local slash = (string.find(full_path, "/", math.max(2, 1), true) or 0) - 1
	local name = slash > 1 and lib.StringSubstring(full_path, slash + 1) or ""
	local is_provider = option_forms.is_provider_name(name)
	local query = environment.query_string
	local cookie = environment.cookie
	local parameters = split_query(query)
	local cookies = split_cookies(cookie)
	return {
		method = environment.method,
		https = environment.https,
		path = is_provider and lib.StringSubstring(full_path, 0, slash) or full_path,
		provider = is_provider and name or public_names.first,
		query = fields_of(parameters),
		cookies = cookies_of(cookies),
		excess = too_large(#query, M.max_input_bytes, "query string", #query) or too_large(
			#cookie,
			M.max_input_bytes,
			"Cookie header",
			#cookie
		) or too_large(#parameters, max_input_items, "query parameters") or too_large(
			#cookies,
			max_input_items,
			"cookies"
		),
		remote_addr = environment.remote_addr,
		host = host_of(environment.host),
		content_type = environment.content_type,
		authorization = environment.authorization,
		accept = environment.accept,
		accept_language = environment.accept_language
	}
end

return M
