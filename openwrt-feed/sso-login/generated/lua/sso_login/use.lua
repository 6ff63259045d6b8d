-- Generated from src/lua/use.lua by "make lua"; do not edit.
--- Modules of the service by their names in it: `local names, urls = use("base.names", "base.urls")`.
local function use(name, ...)
	if name then
		return require("sso_login." .. name), use(...)
	end
end

return use
