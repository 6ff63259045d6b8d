--- What `/etc/init.d/rpcd reload` does, for the stand-in: lua5.1 rpcd_reload.lua ROOT
local folder = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = folder .. "/?.lua;" .. package.path

local ubus = require("ubus")

local root = arg[1]
if not root then
    io.stderr:write("usage: rpcd_reload.lua ROOT\n")
    os.exit(2)
end
local conn = ubus.connect(root .. "/var/run/ubus/ubus.sock")
if not conn then
    io.stderr:write("no such folder: " .. root .. "/var/run/ubus\n")
    os.exit(1)
end
ubus.reload_rpcd(conn)
