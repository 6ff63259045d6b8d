-- Generated from src/sso_login/jose/client_keys.ts by "make lua"; do not edit.
--- The keys of the router's own by which this client may prove itself (`private_key_jwt`): private JWKs (RFC 7517, RFC 7518
-- section 6) in one file outside of UCI, the newest first. Of each algorithm there may be two, during a change.
local lib = require("sso_login.lualib")
local M = {}
local bytes = require("sso_login.io.bytes")
local json = require("sso_login.io.json")
local store = require("sso_login.base.store")
local json_values = require("sso_login.base.json_values")
local hash = require("sso_login.jose.hash")
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- The members of a private key in the order of the native backend, and the bytes of each number.
local shapes = {ES256 = {members = {"x", "y", "d"}, size = 32}, RS256 = {members = {"n", "d"}, size = 256}}

local function folder(io)
	return io.paths.etc_dir .. "/keys"
end

function M.path_of(io)
	return folder(io) .. "/client.json"
end

--- The private keys, the newest first; none where there is no file, or one that is damaged.
local function read(io)
	local stored = store.read(io, M.path_of(io)) or {}
	return json_values.objects_of(stored.keys) or {}
end

local function save(io, keys)
	local has_folder = io.make_dir(io.paths.etc_dir) ~= "failed" and io.make_dir(folder(io)) ~= "failed"
	return has_folder and io.write_file(M.path_of(io), json.encode({keys = json.list(keys)})) and ok(
		true
	) or err("INTERNAL_ERROR", {reason = "cannot write", path = M.path_of(io)})
end

--- The name of a public key (RFC 7638): the hash of the members that a key must have, in their order.
local function thumbprint(key)
	local required = key.kty == "RSA" and ({"e", "kty", "n"}) or ({"crv", "kty", "x", "y"})
	local members = lib.ArrayMap(
		required,
		function(_, name) return "\"" .. ((name .. "\":\"") .. json_values.text_of(key[name])) .. "\"" end
	)
	return bytes.base64url_encode(hash.hash_sha256("{" .. table.concat(members, ",") .. "}"))
end

--- The public keys as a JWK Set (RFC 7517 section 5), for providers; undefined where there is none.
function M.public_set(io)
	local keys = {}
	for _, key in ipairs(read(io)) do
		local shown = {}
		for _, name in ipairs({"kty", "crv", "x", "y", "n", "e", "alg", "use", "kid"}) do
			shown[name] = key[name]
		end
		keys[#keys + 1] = shown
	end
	return #keys > 0 and ({keys = json.list(keys)}) or nil
end

--- The newest key of an algorithm.
function M.newest(io, alg)
	return lib.ArrayFind(read(io), function(_, key) return key.alg == alg end)
end

--- Makes a key for ES256 or RS256, which is used at once. INVALID_REQUEST for another algorithm, and where there are two already.
function M.make(io, alg)
	local keys = read(io)
	local shape = shapes[alg]
	if shape == nil then
		return err("INVALID_REQUEST", {reason = "a key is for ES256 or RS256"})
	end
	if #lib.ArrayFilter(keys, function(_, key) return key.alg == alg end) > 1 then
		return err("INVALID_REQUEST", {reason = "there are two keys: retire the older one first", alg = alg})
	end
	local numbers = hash.native_backend().make_key(alg)
	if numbers == nil then
		return err("INTERNAL_ERROR", {reason = "no key could be made"})
	end
	local key = alg == "RS256" and ({kty = "RSA", e = "AQAB", alg = alg, use = "sig"}) or ({
		kty = "EC",
		crv = "P-256",
		alg = alg,
		use = "sig"
	})
	local from = 0
	for _, name in ipairs(shape.members) do
		key[name] = bytes.base64url_encode(lib.StringSubstring(numbers, from, from + shape.size))
		from = from + shape.size
	end
	key.kid = thumbprint(key)
	return save(io, lib.ArrayConcat({key}, keys))
end

--- Removes the keys for which there is a newer one of their algorithm, and returns their number.
function M.retire(io)
	local keys = read(io)
	local kept = lib.ArrayFilter(
		keys,
		function(_, key) return lib.ArrayFind(
			keys,
			function(_, other) return other.alg == key.alg end
		) == key end
	)
	local saved = #kept < #keys and save(io, kept) or ok(true)
	return saved.ok and ok(#keys - #kept) or saved
end

--- A JWT (RFC 7519) with this header's type and these claims, signed by the newest key of an algorithm; CONFIG_ERROR without one.
function M.sign(io, alg, typ, claims)
	local key = M.newest(io, alg)
	local shape = shapes[alg]
	if key == nil or shape == nil then
		return err("CONFIG_ERROR", {
			option = "token_endpoint_auth_method",
			must = {id = "with_key", params = {alg = alg}}
		})
	end
	local header = json.encode({alg = alg, kid = key.kid, typ = typ})
	local input = bytes.base64url_encode(header) .. "." .. bytes.base64url_encode(json.encode(claims))
	local numbers = table.concat(
		lib.ArrayMap(
			shape.members,
			function(_, name) return bytes.base64url_decode(json_values.text_of(key[name])) or "" end
		),
		""
	)
	local signature = hash.native_backend().sign(alg, input, numbers)
	return signature ~= nil and ok(input .. "." .. bytes.base64url_encode(signature)) or err("CONFIG_ERROR", {
		reason = "the key is damaged",
		path = M.path_of(io)
	})
end

return M
