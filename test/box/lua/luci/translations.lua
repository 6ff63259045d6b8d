--- The languages of the box's LuCI: English, and those that the package luci-app-sso-login has texts for.
local cjson = require("cjson")
local files = require("files")

local translations = {}

-- The repository's own folder of texts, where this file is in the repository; a router has them compiled, in packages.
local repository = debug.getinfo(1, "S").source:match("^@(.*)/test/box/lua/luci/") or ""
local folder = repository .. "/openwrt-feed/luci-app-sso-login/po"

local function texts_of(lang)
  return lang:find("^%l%l$") and files.read(("%s/%s/sso-login.po"):format(folder, lang))
end

--- The page's language as LuCI chooses it: option `lang`, or with `auto` the first one that the browser wants.
function translations.language(setting)
  if setting ~= "auto" then
    return setting
  end
  for tag in (os.getenv("HTTP_ACCEPT_LANGUAGE") or ""):gmatch("[^,]+") do
    local lang = tag:match("^%s*(%l%l)")
    if lang and texts_of(lang) then
      return lang
    end
  end
  return "en"
end

-- Words of LuCI's own catalogues, which go before a package's.
local luci_words = { fr = { Delete = "Effacer", Edit = "Éditer" } }

--- All texts of a language by their English ones. Each text is in one line, as scripts/i18n.sh sees to.
function translations.all(lang)
  local texts = {}
  for msgid, msgstr in (texts_of(lang) or ""):gmatch('\nmsgid (".-")\nmsgstr (".-")%f[\n]') do
    if msgid ~= '""' and msgstr ~= '""' then
      texts[cjson.decode(msgid)] = cjson.decode(msgstr)
    end
  end
  for word, own in pairs(luci_words[lang] or {}) do
    texts[word] = own
  end
  return texts
end

function translations.translate(lang, text) return translations.all(lang)[text] or text end

return translations
