-- Generated from src/sso_login/program/report_lines.ts by "make lua"; do not edit.
--- The report of a check on the command line.
local lib = require("sso_login.lualib")
local M = {}
local console = require("sso_login.io.console")

--- The findings about a provider, "" for those about none, one line each, and what to do below it.
local function print_findings(provider, all)
	if provider ~= "" then
		console.print("provider " .. provider .. ":")
	end
	for _, finding in ipairs(
		lib.ArrayFilter(all, function(_, candidate) return (candidate.provider or "") == provider end)
	) do
		local code = finding.code ~= nil and " [" .. finding.code .. "]" or ""
		console.print(lib.StringSubstring(finding.level .. "       ", 0, 9) .. finding.text .. code)
		if finding.level ~= "ok" then
			console.print("         " .. finding.advice)
		end
	end
end

--- The findings, grouped where there are several providers. The answer is whether none is an error.
function M.print(report)
	local about = {""}
	for _, finding in ipairs(report.findings) do
		local provider = finding.provider or ""
		if not lib.ArrayIncludes(about, provider) then
			about[#about + 1] = provider
		end
	end
	for _, provider in ipairs(about) do
		print_findings(provider, report.findings)
	end
	return report.ok
end

return M
