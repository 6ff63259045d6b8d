-- Generated from src/sso_login/settings/ca.ts by "make lua"; do not edit.
--- The certificate authority of a provider as an administrator hands it over (RFC 7468). Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local strings = require("sso_login.base.strings")

--- Bytes of certificates that are kept: ten large ones, and what fits into one call of ubus over the web.
M.max_bytes = 49152

--- Characters of a line (RFC 7468 section 2).
local line_length = 64
local begin_line = "-----BEGIN CERTIFICATE-----"
local end_line = "-----END CERTIFICATE-----"

--- The text without any of these characters.
local function remove_all(text, characters)
	local rest = text
	for _, character in ipairs(characters) do
		rest = table.concat(lib.StringSplit(rest, character), "")
	end
	return rest
end

--- The DER in Base64, where it is one whole sequence of a size that certificates have (ITU-T X.690 section 8.1); else undefined.
local function read_der(base64)
	local url_safe = table.concat(
		lib.StringSplit(table.concat(lib.StringSplit(remove_all(base64, {"="}), "+"), "-"), "/"),
		"_"
	)
	local der = encoding.base64url_decode(url_safe) or ""
	local has_length = #der > 4 and (string.byte(der, 1) or 0 / 0) == 48 and (string.byte(der, 2) or 0 / 0) == 130
	return has_length and (string.byte(der, 3) or 0 / 0) * 256 + (string.byte(
		der,
		4
	) or 0 / 0) + 4 == #der and der or nil
end

--- The bytes before the value of the extension basicConstraints: its object identifier (RFC 5280 section 4.2.1.9).
local constraints = string.char(6) .. ((string.char(3) .. "U") .. string.char(29)) .. string.char(19)

--- Bytes within which that value says that the certificate is an authority's: `critical`, lengths, and the flag itself.
local max_constraints = 12

--- Whether a certificate says that it is an authority's: the flag cA of basicConstraints, after a sequence.
function M.is_authority(der)
	local at = (string.find(der, constraints, nil, true) or 0) - 1
	local value = at >= 0 and lib.StringSubstring(der, at + #constraints, at + #constraints + max_constraints) or ""
	local start = (string.byte(value, 1) or 0 / 0) == 1 and 3 or 0
	local is_flagged = #value > start + 6 and lib.StringCharCodeAt(value, start + 2) == 48
	return is_flagged and lib.StringCharCodeAt(value, start + 4) == 1 and lib.StringCharCodeAt(
		value,
		start + 6
	) == 255
end

--- What of certificates in PEM form a text has: an authority's, or none but servers', or none at all.
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

--- One certificate in lines, of its Base64.
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

--- The certificates in a text, without anything around them.
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

return M
