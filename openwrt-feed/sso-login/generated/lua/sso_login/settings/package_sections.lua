-- Generated from src/sso_login/settings/package_sections.ts by "make lua"; do not edit.
--- The sections of a UCI package that must have some.
local lib = require("sso_login.lualib")
local M = {}
local public_names = require("sso_login.base.public_names")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- The sections of a package. CONFIG_ERROR where UCI cannot read them, and where there are none: a full flash leaves that, and a process
-- without the right to read the file finds it. Nothing may be concluded from it.
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
	local option = io.uci_get(public_names.package_name, provider or public_names.first, name)
	return option.ok and option.data or nil
end

--- The sections of providers, in file order.
function M.provider_sections(sections)
	return lib.ArrayFilter(sections, function(_, candidate) return candidate.type == "oidc" end)
end

--- The name of a provider in log lines and names of files; undefined for the only one.
function M.log_name(sections, provider)
	return #M.provider_sections(sections) > 1 and provider or nil
end

--- The section of a provider; undefined when it is missing. The first one's has the options of the router, too.
function M.section_of(sections, provider)
	return lib.ArrayFind(
		sections,
		function(_, candidate) return candidate.name == provider and candidate.type == "oidc" end
	)
end

return M
