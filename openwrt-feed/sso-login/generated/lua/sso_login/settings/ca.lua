-- Generated from src/sso_login/settings/ca.ts by "make lua"; do not edit.
local lib, encoding, strings =
    require("sso_login.use")("lualib", "base.encoding", "base.strings")
local M = {}
--- Bytes of certificates that are kept: ten large ones, and what fits into one call of ubus over the web.
M.max_bytes = 49152
--- Characters of a line (RFC 7468 section 2).
local line_length = 64
local begin = "-----BEGIN CERTIFICATE-----"
local ending = "-----END CERTIFICATE-----"
--- The text without any of these characters.
local function without(text, characters)
	local left = text
	for _, character in ipairs(characters) do
		left = table.concat(
			lib.StringSplit(left, character),
			""
		)
	end
	return left
end
--- Whether Base64 is one whole DER sequence of a size that certificates have (ITU-T X.690 section 8.1).
local function is_sequence(base64)
	local url_safe = table.concat(
		lib.StringSplit(
			table.concat(
				lib.StringSplit(
					without(base64, {"="}),
					"+"
				),
				"-"
			),
			"/"
		),
		"_"
	)
	local der = encoding.base64url_decode(url_safe) or ""
	local has_length = #der > 4 and (string.byte(der, 1) or 0 / 0) == 48 and (string.byte(der, 2) or 0 / 0) == 130
	return has_length and (string.byte(der, 3) or 0 / 0) * 256 + (string.byte(der, 4) or 0 / 0) + 4 == #der
end
--- One certificate in lines.
local function encode(base64)
	local lines = {begin}
	do
		local at = 0
		while at < #base64 do
			lines[#lines + 1] = lib.StringSubstring(base64, at, at + line_length)
			at = at + line_length
		end
	end
	return table.concat(
		lib.ArrayConcat(lines, {ending, ""}),
		"\n"
	)
end
--- The certificates in a text; whatever stands around them is left out.
function M.read_certificates(text)
	if lib.StringIncludes(text, "PRIVATE KEY-----") then
		return {problem = {id = "no_private_key"}}
	end
	if #text > M.max_bytes then
		return {problem = {
			id = "short",
			params = {max = tostring(M.max_bytes)}
		}}
	end
	local found = {}
	for _, part in ipairs(lib.ArraySlice(
		lib.StringSplit(text, begin),
		1
	)) do
		local base64 = without(
			strings.before(part, ending),
			{"\r", "\n", " ", "\t"}
		)
		if not lib.StringIncludes(part, ending) or not is_sequence(base64) then
			return {problem = {id = "certificate"}}
		end
		found[#found + 1] = encode(base64)
	end
	return #found > 0 and ({pem = table.concat(found, "")}) or ({problem = {id = "certificate"}})
end
return M
