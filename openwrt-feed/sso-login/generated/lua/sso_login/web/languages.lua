-- Generated from src/sso_login/web/languages.ts by "make lua"; do not edit.
--- The languages of pages for people, and their words: a process makes one page at most, and loads those of no other.
local M = {}
local negotiation = require("sso_login.web.negotiation")

--- The first is that of whoever names none of them.
local offered = {"en", "de", "fr"}

local function words_in(language)
	if language == "de" then
		return require("sso_login.web.words_de").words
	end
	if language == "fr" then
		return require("sso_login.web.words_fr").words
	end
	return require("sso_login.web.words").words
end

--- What a browser with this header Accept-Language gets.
function M.spoken(accept_language)
	local language = negotiation.language_of(accept_language, offered)
	return {language = language, words = words_in(language)}
end

return M
