-- Generated from src/sso_login/contracts/config.ts by "make lua"; do not edit.
--- Module contract `config` (specification, "Internal module contracts"): a facade of `settings`.
local M = {}
local public_names = require("sso_login.base.public_names")
local enabled = require("sso_login.settings.enabled")
local saved_config = require("sso_login.settings.saved_config")
local role_matching = require("sso_login.rights.role_matching")

--- Whether option `enabled` is `1`; CONFIG_ERROR when UCI cannot be read.
function M.is_enabled(io)
	return enabled.is_enabled(io)
end

--- The configuration, or CONFIG_ERROR with the option at fault.
function M.load(io)
	return saved_config.load(io, public_names.first)
end

--- The roles that a user's claims match, or USER_NOT_AUTHORIZED.
function M.find_roles_for_user(config, claims)
	return role_matching.find_roles_for_user(config, claims)
end

return M
