-- Generated from src/sso_login/settings/option_forms.ts by "make lua"; do not edit.
--- Forms of the values of options: addresses, paths, names. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local strings = require("sso_login.base.strings")

--- Bytes of a path to return to.
local max_return = 512

--- Bytes of the name of a provider's section.
local max_provider_name = 32

--- Whether a further provider's section may have a name, which is part of paths.
function M.is_provider_name(name)
	return name ~= "" and #name <= max_provider_name and strings.consists_of(
		name,
		"name"
	) and name ~= public_names.first
end

--- The path of a provider's redirect_uri.
function M.callback_path(provider)
	return public_names.callback_path .. (provider == public_names.first and "" or "/" .. provider)
end

--- A path that cannot lead off this host.
function M.is_plain_path(value)
	local closed = value .. "/"
	local plain = lib.StringStartsWith(value, "/") and not lib.StringIncludes(value, "//") and strings.consists_of(
		value,
		"path"
	)
	return plain and not lib.StringIncludes(closed, "/../") and not lib.StringIncludes(closed, "/./")
end

--- Whether a path leads neither to the landing page nor to the login.
function M.avoids_login(value)
	local closed = value .. "/"
	return not lib.StringStartsWith(closed, "/cgi-bin/webui/") and not lib.StringStartsWith(
		closed,
		"/cgi-bin/sso-login/"
	)
end

--- Whether a path may be the option `webui_path`; it is safe in HTML.
function M.is_web_path(value)
	return M.is_plain_path(value) and M.avoids_login(value)
end

--- Whether a login may end at a page: a plain path below `webui_path`, of at most 512 bytes, and not LuCI's logout.
function M.is_return_path(path, webui_path)
	local base = lib.StringEndsWith(webui_path, "/") and webui_path or webui_path .. "/"
	local below = #path <= max_return and lib.StringStartsWith(path, base) and not lib.StringIncludes(
		path .. "/",
		"/admin/logout/"
	)
	return below and M.is_web_path(path)
end

return M
