-- Generated from src/sso_login/settings/sections.ts by "make lua"; do not edit.
--- The sections of a UCI package that must have some.
local M = {}
local names = require("sso_login.base.names")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- The sections of a package. CONFIG_ERROR where UCI cannot read them, and where there are none: that is what a full flash leaves,
-- and what a process may find that is not allowed to read the file. Nothing may be concluded from it.
function M.read(io, config)
	local sections = io.uci_sections(config)
	if not sections.ok then
		return err("CONFIG_ERROR", sections.details)
	end
	return #sections.data > 0 and ok(sections.data) or err("CONFIG_ERROR", {
		config = config,
		reason = "empty or not readable"
	})
end

--- The raw value of an option of the package, of the first provider where none is named.
function M.option_of(io, name, provider)
	local option = io.uci_get(names.package_name, provider or names.first, name)
	return option.ok and option.data or nil
end

return M
