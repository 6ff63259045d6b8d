-- Generated from src/sso_login/settings/unsaved_secret.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}

--- The options that decide to whom the client secret goes.
local address_options = {"issuer_url", "internal_issuer_url", "ca_file"}

function M.same_provider(unsaved, saved)
	return not lib.ArraySome(
		address_options,
		function(_, option) return (unsaved[option] or "") ~= (saved[option] or "") end
	)
end

--- The unsaved values with the saved client secret where they have none, and whether that may be sent.
function M.complete(unsaved, saved)
	-- A signature of the router's key is only for the saved provider, too.
	if (unsaved.client_secret or "") ~= "" and unsaved.token_endpoint_auth_method ~= "private_key_jwt" then
		return {values = unsaved, sendable = true}
	end
	local completed = {}
	for _, option in ipairs(lib.ObjectKeys(unsaved)) do
		local text = unsaved[option]
		completed[option] = text or ""
	end
	completed.client_secret = saved.client_secret or ""
	return {values = completed, sendable = M.same_provider(unsaved, saved)}
end

return M
