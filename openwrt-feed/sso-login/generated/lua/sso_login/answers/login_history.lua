-- Generated from src/sso_login/answers/login_history.ts by "make lua"; do not edit.
--- The last logins, ends of sessions, refusals and changes, read from the router's log.
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local public_names = require("sso_login.base.public_names")
local shown = require("sso_login.login.shown")
local strings = require("sso_login.base.strings")
local json_values = require("sso_login.base.json_values")
local errors = require("sso_login.web.errors")
local refusal_findings = require("sso_login.answers.refusal_findings")

--- Lines of all programs to read, as on LuCI's own page.
local max_lines = 1000

--- Most entries, and bytes of their texts.
local max_entries = 30
local max_text = 400

--- Bytes of an escaped value from which on it may have been cut: the limit of base/log less the longest escape.
local max_whole = 396

--- The text of an escape at a place, and its length; undefined where base/log writes no such escape.
local function read_escape(line, at)
	local next = lib.StringCharAt(line, at + 1)
	if next == "\"" or next == "\\" then
		return {text = next, length = 2}
	end
	local byte = next == "x" and encoding.hex_byte(lib.StringSubstring(line, at + 2, at + 4)) or nil
	return byte ~= nil and ({text = byte, length = 4}) or nil
end

--- A value at a place, and the place after it; undefined where a quote is not closed.
local function read_value(line, at)
	if lib.StringCharAt(line, at) ~= "\"" then
		local text = strings.before(lib.StringSubstring(line, at), " ")
		return {value = {text = text, is_whole = #text < max_whole}, next = at + #text}
	end
	local parts = {}
	local place = at + 1
	while place < #line and lib.StringCharAt(line, place) ~= "\"" do
		local escape = lib.StringCharAt(line, place) == "\\" and read_escape(line, place) or nil
		parts[#parts + 1] = escape ~= nil and escape.text or lib.StringCharAt(line, place)
		place = place + (escape ~= nil and escape.length or 1)
	end
	local value = {text = table.concat(parts, ""), is_whole = place - at - 1 < max_whole}
	return lib.StringCharAt(line, place) == "\"" and ({value = value, next = place + 1}) or nil
end

--- Parses a line of base/log as far as it has the form `CODE key=value …`; the first value of a key counts.
function M.parse(line)
	local code = strings.before(line, " ")
	local found = {code = code, values = {}}
	local at = #code
	while at < #line do
		local equals = (string.find(line, "=", math.max(at + 1, 1), true) or 0) - 1
		local taken = equals >= 0 and read_value(line, equals + 1) or nil
		if taken == nil then
			return found
		end
		local key = lib.StringSubstring(line, at + 1, equals)
		found.values[key] = found.values[key] or taken.value
		at = taken.next
	end
	return found
end

--- Keys with members of their own.
local identities = {"email", "sub", "email_id", "sub_id", "user", "by", "by_id"}

--- Codes whose `by` is no user but a cause.
local causes = {"LOGOUT", "PASSWORD_LOGIN"}
local placed = lib.ArrayConcat(identities, {
	"email_unverified",
	"remote",
	"role",
	"reference",
	"session",
	"packages",
	"options",
	"administrator",
	"administrator_id"
})

--- Most names in the log's list of groups, and bytes of one.
local max_named = 5
local max_name = 64

local function text_of(line, key)
	local value = line.values[key]
	return value ~= nil and value.text or ""
end

--- A value that is whole and has no control characters.
local function usable(line, key)
	local value = line.values[key]
	local is_usable = value ~= nil and value.is_whole and value.text ~= "" and not strings.has_control(value.text)
	return is_usable and value.text or nil
end

--- The groups of a refused user, where none can have a comma or be cut.
local function groups_of(line)
	local listed = usable(line, "first_groups")
	local count = strings.parse_integer(text_of(line, "groups"))
	if listed == nil or count == nil then
		return nil
	end
	local groups = lib.StringSplit(listed, ",")
	local are_exact = lib.ArrayEvery(groups, function(_, group) return group ~= "" and #group < max_name end)
	return are_exact and #groups == math.min(count, max_named) and json.list(groups) or nil
end

local function shown_text(text)
	return shown.shown_text(text, max_text)
end

local function first_of(line, keys)
	return lib.ArrayFind(
		lib.ArrayMap(keys, function(_, key) return text_of(line, key) end),
		function(_, text) return text ~= "" end
	) or ""
end

--- The keys of a line that have no member of their own.
local function other_keys(line)
	return lib.ArrayFilter(
		strings.sorted_keys(line.values),
		function(_, key) return not lib.ArrayIncludes(placed, key) end
	)
end

--- The finding about a refusal; undefined where the line tells of none.
local function finding_of(line)
	local facts = {}
	for _, key in ipairs(other_keys(line)) do
		local text = shown_text(text_of(line, key))
		local ____temp_0
		if key == "http_status" then
			____temp_0 = strings.parse_integer(text)
		else
			____temp_0 = text
		end
		facts[key] = ____temp_0
	end
	local code = errors.errors[line.code] ~= nil and line.code or nil
	return refusal_findings.of_refusal({code = code, facts = facts})[1]
end

local function to_entry(line, seconds)
	local is_refused = line.code == "USER_NOT_AUTHORIZED"
	local is_caused = lib.ArrayIncludes(causes, line.code)
	local options = text_of(line, "options")
	return {
		time = seconds,
		code = line.code,
		who = shown_text(
			first_of(
				line,
				is_caused and lib.ArrayFilter(identities, function(_, key) return key ~= "by" end) or identities
			)
		),
		unverified = usable(line, "email_unverified"),
		from = shown_text(text_of(line, "remote")),
		reference = shown_text(first_of(line, {"reference", "session"})),
		role = shown_text(text_of(line, "role")),
		by = is_caused and usable(line, "by") or nil,
		actor = usable(line, "administrator") or usable(line, "administrator_id"),
		packages = usable(line, "packages"),
		options = options ~= "" and shown_text(options) or nil,
		why = shown_text(
			table.concat(
				lib.ArrayMap(other_keys(line), function(_, key) return key .. "=" .. text_of(line, key) end),
				", "
			)
		),
		provider = usable(line, "provider"),
		email = is_refused and usable(line, "email") or nil,
		sub = is_refused and usable(line, "sub") or nil,
		groups = is_refused and groups_of(line) or nil
	}
end

--- The line of this service in an entry of the log; undefined for all others. The tag may have a process id.
local function own_line(message)
	local tag = strings.before(message, ": ")
	local name = strings.before(tag, "[")
	return name == public_names.package_name and #tag < #message and lib.StringSubstring(message, #tag + 2) or nil
end

--- The last entries with codes of `is_told`, the newest first; undefined where the ubus object `log` does not answer.
function M.read(io, is_told)
	local reply = io.ubus_call("log", "read", {lines = max_lines, stream = false, oneshot = true})
	local lines
	if reply.ok and reply.data ~= nil then
		lines = reply.data.log
	else
		lines = nil
	end
	if not json.is_array(lines) then
		return nil
	end
	local entries = {}
	-- By session and user: the line of a test login has the session of who tests.
	local unverified = {}
	local function login_of(entry)
		return entry.reference .. " " .. entry.who
	end
	do
		local at = #lines - 1
		while at >= 0 do
			local item = lines[at + 1]
			local kept = json.is_object(item) and item or {}
			-- The time is in milliseconds.
			local text = own_line(json_values.text_of(kept.msg))
			local line = text ~= nil and M.parse(text) or nil
			if line ~= nil and type(kept.time) == "number" then
				local entry = to_entry(line, math.floor(kept.time / 1000))
				unverified[login_of(entry)] = unverified[login_of(entry)] or entry.unverified
				if is_told(line.code) and #entries < max_entries then
					entry.finding = finding_of(line)
					entries[#entries + 1] = entry
				end
			end
			at = at - 1
		end
	end
	for _, entry in ipairs(entries) do
		entry.unverified = unverified[login_of(entry)]
	end
	return entries
end

return M
