--- The status of each code, as the end-to-end tests write it down: the service's own table cannot vouch for itself.
local statuses = { of = {} }

local file = assert(io.open("test/e2e/support/expect.ts"))
for code, status in file:read("*a"):match("statusOf = (%b{})"):gmatch("([%u_]+): (%d+)") do
  statuses.of[code] = tonumber(status)
end
file:close()

return statuses
