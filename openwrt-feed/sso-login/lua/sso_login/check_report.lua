-- Generated from src/sso_login/check_report.ts by "make lua"; do not edit.
local ____lualib = require("sso_login.lualib")
local __TS__StringSplit = ____lualib.__TS__StringSplit
local __TS__StringCharCodeAt = ____lualib.__TS__StringCharCodeAt
local __TS__StringCharAt = ____lualib.__TS__StringCharAt
local __TS__ObjectKeys = ____lualib.__TS__ObjectKeys
local __TS__ArraySort = ____lualib.__TS__ArraySort
local __TS__ArrayEvery = ____lualib.__TS__ArrayEvery
local ____exports = {}
local ____check_texts = require("sso_login.check_texts")
local check_texts = ____check_texts.check_texts
local fill = ____check_texts.fill
--- Longest parameter, in bytes.
local max_param = 400
local hex_digits = "0123456789abcdef"
--- A secret shorter than this is none, and taking it out of texts would only spoil them.
local min_secret = 4
--- Printable ASCII for terminals and pages, whatever a provider sends; cut, and without the secret.
local function harmless(text, secret)
	local masked = #secret >= min_secret and table.concat(
		__TS__StringSplit(text, secret),
		"***"
	) or text
	local out = {}
	do
		local i = 0
		while i < math.min(#masked, max_param) do
			local code = __TS__StringCharCodeAt(masked, i)
			local hex = __TS__StringCharAt(
				hex_digits,
				math.floor(code / 16)
			) .. __TS__StringCharAt(hex_digits, code % 16)
			out[#out + 1] = (code < 32 or code > 126) and "\\x" .. hex or __TS__StringCharAt(masked, i)
			i = i + 1
		end
	end
	return table.concat(out, "") .. (#masked > max_param and "..." or "")
end
--- Adds a finding; `code` as in Finding.
function ____exports.note(run, level, id, params, code)
	local shown = {}
	for ____, name in ipairs(__TS__ArraySort(
		__TS__ObjectKeys(params),
		function(____, a, b) return a < b and -1 or 1 end
	)) do
		shown[name] = harmless(params[name] or "", run.secret)
	end
	local words = check_texts[id] or ({text = id, advice = ""})
	local ____run_findings_0 = run.findings
	____run_findings_0[#____run_findings_0 + 1] = {
		id = id,
		level = level,
		code = code,
		params = shown,
		text = fill(words.text, shown),
		advice = fill(words.advice, shown)
	}
end
--- The report of what was found.
function ____exports.report_of(run)
	return {
		ok = __TS__ArrayEvery(
			run.findings,
			function(____, finding) return finding.level ~= "error" end
		),
		findings = run.findings
	}
end
return ____exports
