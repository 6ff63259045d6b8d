-- Generated from src/sso_login/contracts/config.ts by "make lua"; do not edit.
--- Module contract `config` (specification, "Internal module contracts"): a facade of `settings`.
local M = {}
local public_names = require("sso_login.base.public_names")
local enabled = require("sso_login.settings.enabled")
local saved_config = require("sso_login.settings.saved_config")
local role_matching = require("sso_login.rights.role_matching")
M.is_enabled = enabled.is_enabled
M.find_roles_for_user = role_matching.find_roles_for_user

--- The configuration, or CONFIG_ERROR with the option at fault.
function M.load(io)
	return saved_config.load(io, public_names.first)
end

return M
