--- The languages of the box's LuCI: English, and those that the package luci-app-sso-login has texts for.
local cjson = require("cjson")

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

--- All texts of a language by their English ones. Each text is in one line, as scripts/i18n.sh sees to.
function translations.all(lang)
    local texts = {}
    local file = open_texts(lang)
    local wanted
    for line in file and file:lines() or function() end do
        local msgid, msgstr = line:match('^msgid (".+")$'), line:match('^msgstr (".+")$')
        if msgstr and wanted and msgstr ~= '""' then
            texts[cjson.decode(wanted)] = cjson.decode(msgstr)
        end
        wanted = msgid or nil
    end
    if file then
        file:close()
    end
    return texts
end

--- A text in a language, or the text itself.
function translations.translate(lang, text)
    return translations.all(lang)[text] or text
end

return translations
