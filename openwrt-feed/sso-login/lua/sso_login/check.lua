-- Generated from src/sso_login/check.ts by "make lua"; do not edit.
local ____exports = {}
function ____exports.run_check(_io, _unsaved)
	return {ok = true, findings = {}}
end
return ____exports
