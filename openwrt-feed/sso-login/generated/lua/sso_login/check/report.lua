-- Generated from src/sso_login/check/report.ts by "make lua"; do not edit.
--- The report of a check: findings by id and parameters, and their English words (finding_texts.ts).
local lib = require("sso_login.lualib")
local M = {}
local json = require("sso_login.io.json")
local encoding = require("sso_login.base.encoding")
local failure_facts = require("sso_login.base.failure_facts")
local strings = require("sso_login.base.strings")
local log_texts = require("sso_login.base.log_texts")
local finding_messages = require("sso_login.check.finding_messages")
local finding_texts = require("sso_login.check.finding_texts")

--- Longest parameter of a finding and of a message in it, in bytes.
local max_param = 400
local max_message_param = 80

--- Bytes of the shortest secret that is masked: masking a shorter text would only spoil findings.
local min_secret = 4

--- Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret.
function M.sanitize(text, secret, max)
	local masked = #secret >= min_secret and table.concat(lib.StringSplit(text, secret), "***") or text
	local out = {}
	do
		local i = 0
		while i < math.min(#masked, max) do
			out[#out + 1] = encoding.printable_at(masked, i)
			i = i + 1
		end
	end
	return table.concat(out, "") .. (#masked > max and "..." or "")
end

local function sanitize_message(message, secret)
	local given = message.params or {}
	local params = {}
	for _, name in ipairs(lib.ObjectKeys(given)) do
		params[name] = M.sanitize(given[name] or "", secret, max_message_param)
	end
	return {id = message.id, params = params}
end

local function sanitize_param(param, secret)
	if type(param) == "string" then
		return M.sanitize(param, secret, max_param)
	end
	return json.is_array(param) and json.list(
		lib.ArrayMap(param, function(_, message) return sanitize_message(message, secret) end)
	) or sanitize_message(param, secret)
end

local function in_english(param)
	if type(param) == "string" then
		return param
	end
	if json.is_array(param) then
		return table.concat(lib.ArrayMap(param, function(_, message) return in_english(message) end), ", ")
	end
	return finding_messages.in_english(param)
end

function M.new_run(io, secret, total_time, begin)
	return {
		io = io,
		findings = {},
		secret = secret,
		total_time = total_time,
		begin = begin or (function() return nil end)
	}
end

--- A finding with its words in English; `code` replaces that of finding_texts.ts.
function M.finding_of(level, id, params, code, provider)
	local said = {here = finding_texts.here}
	for _, name in ipairs(strings.sorted_keys(params)) do
		said[name] = in_english(params[name] or "")
	end
	local words = finding_texts.findings[id] or ({text = id})
	return {
		id = id,
		level = level,
		code = code or words.code,
		params = params,
		text = log_texts.fill(words.text, said),
		advice = log_texts.fill(words.advice or "", said),
		provider = provider
	}
end

--- Adds a finding with these parameters made printable.
function M.note(run, level, id, params, code)
	local given = params or {}
	local shown = {}
	for _, name in ipairs(strings.sorted_keys(given)) do
		shown[name] = sanitize_param(given[name] or "", run.secret)
	end
	local finding = M.finding_of(level, id, shown, code, run.provider)
	local ____run_findings_0 = run.findings
	____run_findings_0[#____run_findings_0 + 1] = finding
	return finding
end

function M.ok(run, id, params)
	M.note(run, "ok", id, params)
end

function M.warning(run, id, params)
	M.note(run, "warning", id, params)
end

function M.error(run, id, params, code)
	M.note(run, "error", id, params, code)
end

--- The reason of a failure where it is a text; else "".
function M.reason_of(failure)
	local reason = failure_facts.open(failure).reason
	return type(reason) == "string" and reason or ""
end

--- Adds an error whose words tell the reason of a failure.
function M.error_of(run, id, failed)
	M.error(run, id, {reason = M.reason_of(failed)})
end

--- Adds a warning with the names as its parameter `param`, where there are any.
function M.warn_of(run, id, param, names)
	local params = {}
	params[param] = table.concat(names, ", ")
	if #names > 0 then
		M.warning(run, id, params)
	end
end

function M.report_of(run)
	return {
		ok = not lib.ArraySome(run.findings, function(_, finding) return finding.level == "error" end),
		findings = json.list(run.findings)
	}
end

return M
