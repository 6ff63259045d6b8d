-- Generated from src/sso_login/settings/unsaved_secret.ts by "make lua"; do not edit.
--- The saved client secret in settings that are not saved: it is only ever sent to the provider that it was saved for. Pure functions.
local lib = require("sso_login.lualib")
local M = {}
local strings = require("sso_login.base.strings")

--- The options that decide to whom the client secret goes.
local address_options = {"issuer_url", "internal_issuer_url", "ca_file"}

--- Whether unsaved values send the secret where the saved ones do.
function M.same_provider(unsaved, saved)
	return not lib.ArraySome(
		address_options,
		function(_, option) return (unsaved[option] or "") ~= (saved[option] or "") end
	)
end

--- The unsaved values with the saved client secret where they have none, and whether that may be sent.
function M.complete(unsaved, saved)
	-- What a key signs is only for the saved provider, too, and no value of the page.
	if (unsaved.client_secret or "") ~= "" and unsaved.token_endpoint_auth_method ~= "private_key_jwt" then
		return {values = unsaved, sendable = true}
	end
	local completed = {}
	for _, option in ipairs(strings.sorted_keys(unsaved)) do
		local value = unsaved[option]
		if value ~= nil then
			completed[option] = value
		end
	end
	completed.client_secret = saved.client_secret or ""
	return {values = completed, sendable = M.same_provider(unsaved, saved)}
end

return M
