-- Generated from src/sso_login/login/provider_logout.ts by "make lua"; do not edit.
local M = {}
local store, hash =
    require("sso_login.use")("base.store", "jose.hash")
--- Names are hashed; a mark is kept as long as a login may take.
local function path_of(io, claim, name)
	return store.path_of(
		io,
		"ended_" .. hash.hash_sha256_hex(claim .. name)
	)
end
--- Leaves a mark for a provider's session, or for a user where that is ""; false when it cannot be written.
function M.mark(io, sid, sub)
	local path = sid ~= "" and path_of(io, "sid", sid) or path_of(io, "sub", sub)
	return store.write(
		io,
		path,
		{at = io.time()}
	)
end
local function is_marked(io, claim, name, since)
	local found = store.read(
		io,
		path_of(io, claim, name)
	)
	return found ~= nil and type(found.at) == "number" and found.at >= since
end
--- Whether the provider has ended its session, or all of the user's, since Unix time `since`.
function M.has_come(io, sid, sub, since)
	return is_marked(io, "sid", sid, since) or is_marked(io, "sub", sub, since)
end
return M
