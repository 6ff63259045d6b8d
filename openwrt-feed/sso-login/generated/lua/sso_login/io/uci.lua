-- Generated from src/lua/io/uci.ts by "make lua"; do not edit.
--- UCI through libuci's Lua binding.
local lib = require("sso_login.lualib")
local M = {}
local result = require("sso_login.result")
local err, ok = result.err, result.ok

--- Opens a cursor; `root` replaces `/`.
local function open_cursor(root)
	local uci = require("uci")
	return root ~= "" and uci.cursor(root .. "/etc/config", root .. "/tmp/.uci") or uci.cursor()
end

--- Whether libuci's message says that a package, section or option does not exist, and not that it cannot parse a file. For a
-- missing section libuci says "Invalid argument"; the place of an earlier error may follow.
local function is_not_found(message)
	local text = message ~= nil and string.lower(message) or "not found"
	return ((string.find(text, "not found", 1, true)) or (string.find(text, "invalid argument", 1, true))) ~= nil
end

local function get_option(cursor, config, section, option)
	local value, message = cursor:get(config, section, option)
	return (value ~= nil or is_not_found(message)) and ok(value) or err("UCI_ERROR", {
		config = config,
		reason = message
	})
end

--- A section as libuci-lua gives it: options beside `.name`, `.type`, `.anonymous` and `.index`.
local function to_section(raw)
	local options = {}
	for key, value in pairs(raw) do
		if string.sub(key, 1, 1) ~= "." then
			options[key] = value
		end
	end
	return {name = raw[".name"], type = raw[".type"], anonymous = raw[".anonymous"] == true, options = options}
end

local function sections_of(all)
	local raw = {}
	for _, section in pairs(all) do
		raw[#raw + 1] = section
	end
	table.sort(raw, function(a, b) return a[".index"] < b[".index"] end)
	return lib.ArrayMap(raw, function(_, section) return to_section(section) end)
end

--- The UCI functions on one cursor, opened when first used; `root` replaces `/`.
function M.make(root)
	local opened
	local function cursor()
		if opened == nil then
			opened = open_cursor(root)
		end
		return opened
	end
	return {
		uci_get = function(config, section, option) return get_option(cursor(), config, section, option) end,
		uci_sections = function(config)
			-- A cursor reads a file once, and the file may have changed since.
			cursor():unload(config)
			local all, message = cursor():get_all(config)
			return all ~= nil and ok(sections_of(all)) or err("UCI_ERROR", {
				config = config,
				reason = message or "no such package"
			})
		end,
		uci_add = function(config, section, ____type) return cursor():set(config, section, ____type) == true end,
		uci_set = function(config, section, option, value) return cursor():set(
			config,
			section,
			option,
			value
		) == true end,
		uci_delete = function(config, section, option)
			local deleted
			if option ~= nil then
				deleted = cursor():delete(config, section, option)
			else
				deleted = cursor():delete(config, section)
			end
			return deleted == true
		end,
		uci_save = function(config) return cursor():save(config) == true end,
		uci_commit = function(config) return cursor():commit(config) == true end
	}
end

return M
