--- The languages of the box's LuCI: English, and those that the package luci-app-sso-login has texts for.
local translations = {}

-- The repository's own folder of texts, where this file is in the repository; a router has them compiled, in packages.
local repository = debug.getinfo(1, "S").source:match("^@(.*)/test/box/lua/luci/") or ""
local folder = repository .. "/openwrt-feed/luci-app-sso-login/po"

local function open_texts(lang)
    return lang:find("^%l%l$") and io.open(("%s/%s/sso-login.po"):format(folder, lang))
end

--- The page's language as LuCI chooses it: option `lang`, or with `auto` the first one that the browser wants.
function translations.language(setting)
    if setting ~= "auto" then
        return setting
    end
    for tag in (os.getenv("HTTP_ACCEPT_LANGUAGE") or ""):gmatch("[^,]+") do
        local lang = tag:match("^%s*(%l%l)")
        local file = lang and open_texts(lang)
        if file then
            file:close()
            return lang
        end
    end
    return "en"
end

--- A text in a language, or the text itself. Texts of several lines are not looked for.
function translations.translate(lang, text)
    local file = open_texts(lang)
    if not file then
        return text
    end
    local found
    local is_wanted = false
    for line in file:lines() do
        local msgid, msgstr = line:match('^msgid "(.*)"$'), line:match('^msgstr "(.+)"$')
        if is_wanted and msgstr then
            found = msgstr
        end
        is_wanted = msgid == text or (is_wanted and not msgstr and msgid == nil)
    end
    file:close()
    return found or text
end

return translations
