--- The script that gives passwords back at a boot, run by a shell, with a `uci` that keeps its changes until they are committed.
local guard = require("sso_login.session.password_guard")
local mock = require("support.mock")

local uci = [[
[ "$1" = -q ] && shift
file="$ROOT/etc/config/${2%%.*}" key="${2#*.}" saved="$ROOT/saved-${2%%.*}"
[ -e "$saved" ] || cp "$file" "$saved" 2>/dev/null || exit 1
name="${key%%=*}"
case "$1" in
  get) line="$(grep -F -- "$key=" "$saved")" && printf '%s\n' "${line#*=}" ;;
  set) others="$(grep -vF -- "$name=" "$saved")"; printf '%s\n%s\n' "$others" "$key" >"$saved" ;;
  delete) grep -qF -- "$key=" "$saved" && { others="$(grep -vF -- "$key=" "$saved")"; printf '%s\n' "$others" >"$saved"; } ;;
  commit) if [ -e "$ROOT/full-$2" ]; then : >"$file"; else mv "$saved" "$file"; fi ;;
esac
]]

local locked = [[
@login[0]=login
@login[0].username=root
@login[0].password=!
@login[0].sso_login_password=$p$root
@login[0].sso_login_trial=1
@login[1]=login
@login[1].password=by hand
@login[1].sso_login_password=$p$guest
@login[2]=login
@login[2].password=$p$plain
]]
local given_back = {
  "@login[0].password=$p$root", "@login[0].username=root", "@login[0]=login", "@login[1].password=by hand", "@login[1]=login",
  "@login[2].password=$p$plain", "@login[2]=login",
}
local off = "@login[0]=login\n@login[0].password=!\n@login[0].sso_login_password=$p$root\n"
local is_there, reserve = "usr/sbin/sso-login", "etc/config/.sso-login.reserve"

--- The script's exit status, the lines of rpcd's file, those of sso-login's, and the names in /etc/config.
local function run(case)
  local io_, world = mock.create()
  world.make_folders("/etc")
  assert(guard.install(io_).ok)
  local root = os.tmpname()
  local function put(name, text)
    local file = assert(io.open(root .. "/" .. name, "wb"))
    file:write(text)
    file:close()
  end
  os.execute(("rm %s; mkdir -p %s/etc/config %s/usr/sbin"):format(root, root, root))
  local script = world.text("/etc/uci-defaults/zz-sso-login-password"):gsub("/etc/config", root .. "/etc/config"):gsub("/usr/sbin", root .. "/usr/sbin")
  put("uci", "#!/bin/sh\n" .. uci)
  put("script", script)
  put("etc/config/rpcd", case.rpcd or locked)
  put("etc/config/sso-login", "default=oidc\ndefault.password_login=off\n")
  put(reserve, "x")
  put(reserve .. ".1.tmp", "x")
  put(is_there, "")
  os.execute(("cd %s && chmod +x uci %s && %s"):format(root, is_there, case.before or "true"))
  local pipe = assert(io.popen(([[cd %s; export ROOT=$PWD PATH="$PWD:$PATH"; (ulimit -t 2; %s . ./script) 2>/dev/null; echo $?
    LC_ALL=C sort etc/config/rpcd; echo; cat etc/config/sso-login; echo; ls -A etc/config]]):format(root, case.env or "")))
  local text = pipe:read("*a")
  pipe:close()
  os.execute("rm -r " .. root)
  return text
end

local function says(status, rpcd, option, files)
  return status .. "\n" .. table.concat(rpcd, "\n") .. "\n\ndefault=oidc\n" .. (option or "") .. "\n" .. (files or "") .. "rpcd\nsso-login\n"
end

local function sorted(text)
  local lines = {}
  for line in text:gmatch("[^\n]+") do
    lines[#lines + 1] = line
  end
  table.sort(lines)
  return lines
end

describe("the script of the boot", function()
  local kept, both = "default.password_login=off\n", ".sso-login.reserve\n.sso-login.reserve.1.tmp\n"
  for title, case in pairs({
    ["gives passwords back where a trial was open, but none written by hand"] = { {}, says(0, given_back) },
    ["gives them back where sso-login is gone"] = {
      { rpcd = off, before = "rm " .. is_there }, says(0, { "@login[0].password=$p$root", "@login[0]=login" }),
    },
    ["gives them back where sso-login is being removed"] = {
      { rpcd = off, env = "sso_login_removed=1;" }, says(0, { "@login[0].password=$p$root", "@login[0]=login" }),
    },
    ["stays where they are off and sso-login is there"] = { { rpcd = off }, says(1, sorted(off), kept, both) },
    ["ends where none is off"] = {
      { rpcd = "@login[0]=login\n", env = "sso_login_removed=1;" }, says(0, { "@login[0]=login" }, kept, both),
    },
    ["changes nothing where there is no room"] = {
      { before = "mkdir etc/config/.sso-login.room" }, says(1, sorted(locked), kept, ".sso-login.room\n"),
    },
    ["writes the file as it was where uci leaves an empty one"] = { { before = "touch full-rpcd" }, says(1, sorted(locked)) },
  }) do
    it(title, function() assert.equal(case[2], run(case[1])) end)
  end
end)

it("password_guard leaves neither script nor reserve where one cannot be written, and keeps as much room as rpcd's file may need", function()
  for skip = 0, 2 do
    local io_, world = mock.create()
    world.make_folders("/etc")
    world.fail("write_file", 1, skip)
    assert.equal(skip == 2, guard.install(io_).ok)
    assert.equal(skip == 2, guard.is_there(io_))
    local info = io_.file_info("/etc/config/.sso-login.reserve")
    assert.equal(skip == 2 and 16384 or nil, info and info.size)
  end
  local io_, world = mock.create()
  world.make_folders("/etc")
  world.fail("make_dir")
  assert.same({ ok = false, error = "UCI_ERROR", details = { path = "/etc/uci-defaults/zz-sso-login-password", reason = "cannot be written" } },
    guard.install(io_))
end)
