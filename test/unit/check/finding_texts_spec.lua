--- check.finding_texts: whoever reads a line of the log finds its finding in docs/troubleshooting.md, with the same advice.
local finding_texts = require("sso_login.check.finding_texts")

--- The rows of the document by the check's words: advice, and the codes beside them.
local function read_rows()
  local rows = {}
  for line in assert(io.open("docs/troubleshooting.md")):lines() do
    local log, says, advice = line:match("^| (.-) | (.-) | (.-) |$")
    if says ~= nil then
      rows[says] = rows[says] or { advice = advice, codes = {} }
      table.insert(rows[says].codes, log:match("^`([%u_]+)") or "none")
    end
  end
  return rows
end

local function as_in_document(text)
  return (text:gsub("%%{here}", finding_texts.here):gsub("%%{([%w_]+)}", "_%1_"):gsub("<", "&lt;"))
end

--- The modules whose specs have a row for each finding (checkup.covers), as one text.
local function read_modules()
  local sources = {}
  for module in ("failed_calls findings/failure_findings client_check metadata_check key_check option_check "
    .. "password_check provider_check redirect_check revalidation_check role_check storage_check web_server_check check_run invented_codes "
    .. "../passwords/ways_in ../rights/permissions ../registration/registering ../registration/registration_task "
    .. "../registration/registration_requests ../answers/refusal_findings ../explain/call_kinds ../explain/explanation ../base/folders"):gmatch("%S+") do
    sources[#sources + 1] = io.open("openwrt-feed/sso-login/generated/lua/sso_login/check/" .. module .. ".lua"):read("*a")
  end
  return table.concat(sources)
end

describe("check.finding_texts", function()
  local rows, modules = read_rows(), read_modules()

  it("has no part of a sentence that no finding uses", function()
    for id in pairs(require("sso_login.check.finding_messages").parts) do
      assert.truthy(modules:find('"' .. id:gsub("^can_.*", "can_"):gsub("^page_.*", "page_") .. '"', 1, true), id)
    end
  end)

  for id, words in pairs(finding_texts.findings) do
    it(id .. " has words, and a module that finds it", function()
      assert.truthy(modules:find('"' .. id .. '"', 1, true))
      assert.are_not.equal("", words.text)
    end)
    if words.code ~= nil then
      it(id .. " is in the document", function()
        local row = rows[as_in_document(words.text)]
        assert.is_table(row, words.text)
        assert.equal(as_in_document(words.advice), row.advice)
        for _, code in ipairs(row.codes) do
          assert.equal(words.code or code, code)
        end
      end)
    end
  end
end)
