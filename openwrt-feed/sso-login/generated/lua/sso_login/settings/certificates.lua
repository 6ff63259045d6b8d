-- Generated from src/sso_login/settings/certificates.ts by "make lua"; do not edit.
--- Certificates: PEM texts (RFC 7468), and fields of the DER. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local strings = require("sso_login.base.strings")

--- Bytes of a text of certificates: ten large ones, which fit into one call of ubus over the web.
M.max_bytes = 49152

--- Bytes of the largest file of certificates.
M.max_file = 1048576

--- Characters of a line (RFC 7468 section 2).
local line_length = 64
local begin_line = "-----BEGIN CERTIFICATE-----"
local end_line = "-----END CERTIFICATE-----"

local function remove_all(text, characters)
	local rest = text
	for _, character in ipairs(characters) do
		rest = table.concat(lib.StringSplit(rest, character), "")
	end
	return rest
end
local sequence_tag = 48
local version_tag = 160
local host_tag = 130
local address_tag = 135
local utc_time_tag = 23
local generalized_time_tag = 24

--- The element at a place; undefined where none fits before `limit`.
local function element_at(der, at, limit)
	local from = at + 2
	local length = lib.StringCharCodeAt(der, at + 1)
	if length > 127 then
		local digits = length - 128
		if digits > 2 then
			return nil
		end
		length = 0
		do
			local i = 0
			while i < digits do
				length = length * 256 + lib.StringCharCodeAt(der, from + i)
				i = i + 1
			end
		end
		from = from + digits
	end
	-- Beyond the text there are no codes, so no length fits.
	return from + length <= limit and ({tag = lib.StringCharCodeAt(der, at), from = from, to = from + length}) or nil
end

--- The element so many elements after a place.
local function nth_element(der, start, limit, count)
	local element = element_at(der, start, limit)
	do
		local i = 0
		while i < count and element ~= nil do
			element = element_at(der, element.to, limit)
			i = i + 1
		end
	end
	return element
end

--- The DER of a Base64 text; undefined unless it is one whole sequence of the size of a certificate.
local function read_der(base64)
	local url_safe = table.concat(
		lib.StringSplit(table.concat(lib.StringSplit(remove_all(base64, {"="}), "+"), "-"), "/"),
		"_"
	)
	local der = bytes.base64url_decode(url_safe) or ""
	local whole = element_at(der, 0, #der)
	local is_whole = whole ~= nil and whole.tag == sequence_tag and whole.to == #der
	return is_whole and (string.byte(der, 2) or 0 / 0) == 130 and #der > 4 and der or nil
end

--- The bytes before the values of extensions: the object identifiers of basicConstraints and subjectAltName (RFC 5280 section 4.2.1).
local extension = string.char(6) .. (string.char(3) .. "U") .. string.char(29)
local constraints = extension .. string.char(19)
local alternative_names = extension .. string.char(17)

--- Whether a certificate says that it is an authority's: the flag cA of basicConstraints, after a sequence.
function M.is_authority(der)
	local at = (string.find(der, constraints, nil, true) or 0) - 1
	local value = at >= 0 and lib.StringSubstring(der, at + #constraints) or ""
	local start = (string.byte(value, 1) or 0 / 0) == 1 and 3 or 0
	local is_sequence = lib.StringCharCodeAt(value, start + 2) == sequence_tag
	return is_sequence and lib.StringCharCodeAt(value, start + 4) == 1 and lib.StringCharCodeAt(
		value,
		start + 6
	) == 255
end

--- The kind of the certificates in a PEM text: `authority` where one is an authority's.
function M.kind_of(text)
	local kind = "none"
	for _, part in ipairs(lib.ArraySlice(lib.StringSplit(text, "CERTIFICATE-----"), 1)) do
		local der = read_der(remove_all(strings.before(part, "-----END"), {"\r", "\n", " ", "\t"}))
		if der ~= nil and M.is_authority(der) then
			return "authority"
		end
		kind = der ~= nil and "server" or kind
	end
	return kind
end

--- The PEM text of one certificate in Base64.
function M.encode(base64)
	local lines = {begin_line}
	do
		local at = 0
		while at < #base64 do
			lines[#lines + 1] = lib.StringSubstring(base64, at, at + line_length)
			at = at + line_length
		end
	end
	return table.concat(lib.ArrayConcat(lines, {end_line, ""}), "\n")
end

--- The certificates of a text, in order, or the rule that it breaks.
function M.read_certificates(text)
	if lib.StringIncludes(text, "PRIVATE KEY-----") then
		return {problem = {id = "no_private_key"}}
	end
	if #text > M.max_bytes then
		return {problem = {id = "short", params = {max = tostring(M.max_bytes)}}}
	end
	local found = {}
	for _, part in ipairs(lib.ArraySlice(lib.StringSplit(text, begin_line), 1)) do
		local base64 = remove_all(strings.before(part, end_line), {"\r", "\n", " ", "\t"})
		if not lib.StringIncludes(part, end_line) or read_der(base64) == nil then
			return {problem = {id = "certificate"}}
		end
		found[#found + 1] = M.encode(base64)
	end
	return #found > 0 and ({pem = table.concat(found, "")}) or ({problem = {id = "certificate"}})
end

--- The field `validity` of a certificate (RFC 5280 section 4.1.2.5).
local function validity_of(der)
	local certificate = element_at(der, 0, #der)
	local body = certificate ~= nil and element_at(der, certificate.from, certificate.to) or nil
	local first = body ~= nil and element_at(der, body.from, body.to) or nil
	if body == nil or first == nil then
		return nil
	end
	-- Version, which the first version lacks; serial number, algorithm, issuer.
	return nth_element(der, body.from, body.to, first.tag == version_tag and 4 or 3)
end

--- The first or the last day of a certificate, by the place of the field in `validity`, `2026-01-31 UTC`; undefined where it cannot be read.
local function day_at(der, place)
	local validity = validity_of(der)
	local time = validity ~= nil and nth_element(der, validity.from, validity.to, place) or nil
	if time == nil or time.tag ~= utc_time_tag and time.tag ~= generalized_time_tag then
		return nil
	end
	local text = lib.StringSubstring(der, time.from, time.to)
	local century = text < "50" and "20" or "19"
	local date = lib.StringSubstring(time.tag == utc_time_tag and century .. text or text, 0, 8)
	local is_date = #date == 8 and strings.consists_of(date, "digits")
	return is_date and table.concat(
		{lib.StringSubstring(date, 0, 4), lib.StringSubstring(date, 4, 6), lib.StringSubstring(date, 6)},
		"-"
	) .. " UTC" or nil
end

--- The first day of a certificate as people write it.
function M.first_day(der)
	return day_at(der, 0)
end

function M.last_day(der)
	return day_at(der, 1)
end

--- An address of 4 or 16 bytes as people write it; "" for anything else.
local function address_of(octets)
	local is_v4 = #octets == 4
	local parts = {}
	do
		local at = 0
		while at < #octets do
			parts[#parts + 1] = is_v4 and tostring(lib.StringCharCodeAt(octets, at)) or bytes.hex_encode(
				lib.StringSubstring(octets, at, at + 2)
			)
			at = at + (is_v4 and 1 or 2)
		end
	end
	return (is_v4 or #octets == 16) and table.concat(parts, is_v4 and "." or ":" or ",") or ""
end

--- The hosts and addresses that a certificate is for: the extension subjectAltName (RFC 5280 section 4.2.1.6), after a flag that may be there.
local function names_of(der)
	local names = {}
	local at = (string.find(der, alternative_names, nil, true) or 0) - 1
	local start = at + #alternative_names
	local value = at >= 0 and element_at(der, start + (lib.StringCharCodeAt(der, start) == 1 and 3 or 0), #der) or nil
	local list = value ~= nil and element_at(der, value.from, value.to) or nil
	local next = list ~= nil and element_at(der, list.from, list.to) or nil
	while list ~= nil and next ~= nil do
		local value_of = lib.StringSubstring(der, next.from, next.to)
		local address = next.tag == address_tag and address_of(value_of) or ""
		strings.add_missing(
			names,
			lib.ArrayFilter(
				{next.tag == host_tag and value_of or address},
				function(_, name) return name ~= "" end
			)
		)
		next = next.to < list.to and element_at(der, next.to, list.to) or nil
	end
	return names
end

--- The hosts and addresses that a certificate is for, or its subject where it names none: for people.
function M.shown_names(peer)
	local names = table.concat(names_of(peer.der), ", ")
	return names ~= "" and names or peer.subject
end

return M
