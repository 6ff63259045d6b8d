-- Generated from src/sso_login/web/negotiation.ts by "make lua"; do not edit.
--- The preferences of a browser: the headers Accept and Accept-Language (RFC 9110 sections 12.5.1, 12.5.4), and the words of the language
-- that it prefers. A process makes one page at most, and loads the words of no other language.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")

--- The first is that of a browser that names none of them.
local offered = {"en", "de", "fr"}

--- Bytes that are looked at; web servers take as many of a header line.
local max_header = 4096

--- A weight in thousandths (RFC 9110 section 12.4.2); 0 for a text that is no weight.
local function weight_of(text)
	local digits = lib.StringSubstring(text, 2)
	local is_weight = #digits <= 3 and (#text == 1 or string.sub(text, 2, 2) == ".")
	local padded = strings.parse_integer(lib.StringSubstring(digits .. "000", 0, 3))
	if not is_weight or padded == nil then
		return 0
	end
	if lib.StringStartsWith(text, "1") then
		return 1000
	end
	return lib.StringStartsWith(text, "0") and padded or 0
end

--- The elements of a header in their order.
local function elements_of(header)
	local found = {}
	-- Blanks may be around each of these signs.
	local packed = table.concat(
		lib.StringSplit(table.concat(lib.StringSplit(lib.StringSubstring(header, 0, max_header), " "), ""), "\t"),
		""
	)
	for _, element in ipairs(lib.StringSplit(string.lower(packed), ",")) do
		local parts = lib.StringSplit(element, ";")
		local given = lib.ArrayFind(
			lib.ArraySlice(parts, 1),
			function(_, part) return lib.StringStartsWith(part, "q=") end
		)
		found[#found + 1] = {
			name = parts[1] or "",
			weight = given ~= nil and weight_of(lib.StringSubstring(given, 2)) or 1000
		}
	end
	return found
end

--- Whether `text/html` itself is in Accept, with a weight above 0: a client that takes anything is mostly a program.
function M.accepts_html(accept)
	return lib.ArraySome(
		elements_of(accept),
		function(_, element) return element.name == "text/html" and element.weight > 0 end
	)
end

--- The offered language that Accept-Language likes best, by the primary tag; the first one where it names none of them.
local function language_of(accept_language)
	local best = {name = offered[1] or "", weight = 0}
	for _, element in ipairs(elements_of(accept_language)) do
		local name = strings.before(element.name, "-")
		if element.weight > best.weight and lib.ArrayIncludes(offered, name) then
			best = {name = name, weight = element.weight}
		end
	end
	return best.name
end

--- The language and words for a header Accept-Language.
function M.choose_language(accept_language)
	local language = language_of(accept_language)
	if language == "de" then
		return {language = language, words = require("sso_login.web.generated.words_de").words}
	end
	if language == "fr" then
		return {language = language, words = require("sso_login.web.generated.words_fr").words}
	end
	return {language = language, words = require("sso_login.web.words").words}
end

return M
