--- LuCI's login page in the three shapes in which its themes have it, reduced to what a script can hold on to: the form,
-- its buttons, and which scripts are there. Everything else of a page is left out.
--
--   generic    template/sysauth.ut of luci-base: themes material, openwrt, openwrt-2020; with a Reset button until 24.10
--   bootstrap  themes/bootstrap/sysauth.ut and its view bootstrap/sysauth.js
--   argon      themes/argon/sysauth.ut, which loads no script of LuCI
local web = require("web")

local pages = {}

local wrong_password = "Invalid username and/or password! Please try again."

local function generic(message)
  return ([[
<div id="maincontent" class="container">
<form method="post">
%s
<div class="cbi-map">
<h2>Authorization Required</h2>
<div class="cbi-value"><label class="cbi-value-title">Username</label>
<input class="cbi-input-text" type="text" name="luci_username" value="root"></div>
<div class="cbi-value"><label class="cbi-value-title">Password</label>
<input class="cbi-input-text" type="password" name="luci_password"></div>
</div>
<div class="cbi-page-actions">
<input type="submit" value="Log in" class="btn cbi-button cbi-button-apply">
<input type="reset" value="Reset" class="btn cbi-button cbi-button-reset">
</div>
</form>
</div>
<script>document.getElementsByName('luci_password')[0].focus()</script>]]):format(
    message and '<div class="alert-message warning"><p>' .. message .. "</p></div>" or ""
  )
end

local function bootstrap(message)
  return ([[
<section hidden>
<form method="post" class="cbi-map">
<div class="cbi-value"><label for="luci_username">Username</label>
<input name="luci_username" id="luci_username" type="text" autocomplete="username" value="root"></div>
<div class="cbi-value"><label for="luci_password">Password</label>
<input name="luci_password" id="luci_password" type="password" autocomplete="current-password"></div>
</form>
<hr>
%s
<button class="btn cbi-button-positive important">Log in</button>
</section>
<div id="view"><div class="spinning">Loading view…</div></div>
<script src="/luci-static/resources/view/bootstrap/sysauth.js" async></script>]]):format(
    message and '<div class="alert-message error">' .. message .. "</div>" or ""
  )
end

local function argon(message)
  return ([[
<div class="login-form">
<form class="form-login" method="post" action="%s">
%s
<input class="cbi-input-user" id="cbi-input-user" type="text" name="luci_username" value="root">
<input class="cbi-input-password" id="cbi-input-password" type="password" name="luci_password">
<div><input type="submit" value="Log in" class="cbi-button cbi-button-apply"></div>
</form>
</div>]]):format(
    web.escape(os.getenv("REQUEST_URI") or ""),
    message and '<div class="errorbox">' .. message .. "</div>" or ""
  )
end

local function document(lang, head, body)
  return ([[
<!DOCTYPE html>
<html lang="%s">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Router in a box</title>
<link rel="stylesheet" href="/luci-static/resources/box.css">
%s
</head>
<body>
%s
</body>
</html>
]]):format(lang, head, body)
end

--- A page that begins as the headers of all these themes but argon's login header do: with the translations.
function pages.inside(lang, body)
  return document(lang, ('<script src="/cgi-bin/luci/admin/translations/%s"></script>'):format(lang), body)
end

--- The login page of a theme, by its folder's name; `is_wrong` after a password that was not accepted.
function pages.login(theme, lang, is_wrong)
  local message = is_wrong and wrong_password or nil
  if theme == "argon" then
    return document(lang, "", argon(message))
  end
  return pages.inside(lang, (theme:find("^bootstrap") and bootstrap or generic)(message))
end

return pages
