-- Generated from src/sso_login/check/report.ts by "make lua"; do not edit.
local lib = require("sso_login.lualib")
local M = {}
local encoding = require("sso_login.base.encoding")
local texts = require("sso_login.base.texts")
--- Longest parameter, in bytes.
local max_param = 400
--- A secret shorter than this is none, and taking it out of texts would only spoil them.
local min_secret = 4
--- Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret.
local function sanitize(text, secret)
	local masked = #secret >= min_secret and table.concat(
		lib.StringSplit(text, secret),
		"***"
	) or text
	local out = {}
	do
		local i = 0
		while i < math.min(#masked, max_param) do
			out[#out + 1] = encoding.printable_at(masked, i)
			i = i + 1
		end
	end
	return table.concat(out, "") .. (#masked > max_param and "..." or "")
end
--- Adds a finding; `code` where it is not the one of check_texts.ts.
function M.note(run, level, id, params, code)
	local shown = {}
	for _, name in ipairs(lib.ArraySort(
		lib.ObjectKeys(params),
		function(____, a, b) return a < b and -1 or 1 end
	)) do
		shown[name] = sanitize(params[name] or "", run.secret)
	end
	local words = texts.check_texts[id] or ({text = id, advice = ""})
	local ____run_findings_0 = run.findings
	____run_findings_0[#____run_findings_0 + 1] = {
		id = id,
		level = level,
		code = code or words.code,
		params = shown,
		text = texts.fill(words.text, shown),
		advice = texts.fill(words.advice, shown)
	}
end
--- The report of what was found.
function M.report_of(run)
	return {
		ok = lib.ArrayEvery(
			run.findings,
			function(____, finding) return finding.level ~= "error" end
		),
		findings = run.findings
	}
end
return M
