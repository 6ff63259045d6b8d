--- errors: every code with its status and message.
local errors = require("sso_login.web.errors")
local by_status = require("support.statuses").codes

describe("errors", function()
  local known = 0
  for status, codes in pairs(by_status) do
    for _, code in ipairs(codes) do
      known = known + 1
      it(code .. " is " .. status, function()
        assert.equal(status, errors.describe(code).status)
        assert.equal(errors.errors[code], errors.describe(code))
      end)
    end
  end

  it("holds no other code", function()
    local count = 0
    for _ in pairs(errors.errors) do
      count = count + 1
    end
    assert.equal(known, count)
  end)

  it("messages name no code and are one line of plain ASCII", function()
    for code, entry in pairs(errors.errors) do
      assert.is_nil(entry.message:find("[%u]+_[%u]+"), code)
      assert.is_nil(entry.message:find("[%c\128-\255<>]"), code)
      assert.is_true(#entry.message > 0, code)
    end
  end)

  it("all messages for 400 say that the session has expired or is invalid and to log in again", function()
    for _, code in ipairs(by_status[400]) do
      local message = errors.describe(code).message
      assert.truthy(message:find("expired or is invalid", 1, true), code)
      assert.truthy(message:find("log in again", 1, true), code)
    end
  end)

  it("a code out of the table counts as INTERNAL_ERROR", function()
    assert.equal(errors.errors.INTERNAL_ERROR, errors.describe("NO_SUCH_CODE"))
    assert.equal(500, errors.describe("").status)
  end)
end)
