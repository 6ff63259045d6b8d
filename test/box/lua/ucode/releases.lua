--- Functions of ucode by release: that of 24.10 (2025-07-18, 3f64c808) has these global names, that of 25.12 (2026-01-16,
-- 85922056) no others, nor had its repository until 2026-07. `ucode -c` refuses what came later, in each of these ways.
local releases = {}

local function set(names)
  local made = {}
  for name in names:gmatch("%S+") do
    made[name] = true
  end
  return made
end

releases.globals = set([[ARGV Infinity NaN REQUIRE_SEARCH_PATH SCRIPT_NAME arrtoip assert b64dec b64enc call chr clock die exists
  exit filter gc getenv global gmtime hex hexdec hexenc include index int iptoarr join json keys lc length loadfile loadstring
  localtime ltrim map match max min modules ord pop print printf proto push regexp render replace require reverse rindex rtrim
  shift signal sleep slice sort sourcepath splice split sprintf substr system time timegm timelocal trace trim type uc uchr uniq
  unshift values warn wildcard]])

--- Functions of modules that came later.
releases.newer_members = set("dup2 mkdtemp statvfs")
-- It was there, and takes an array since 2026-07-21.
releases.newer_members.popen = "array"

--- Name, first release, and an example.
releases.newer = {
  { "functions declared ahead", "2026-02-11", "function f; print(f);" },
  { "functions as members without a colon", "2026-06-21", "const o = { f() { return 1; } };" },
  { "\\x41 before another letter", "2025-11-07", 'print("\\x41b");' },
  { "fs.dup2", "2025-11-07", 'require("fs").dup2(1, 2);' },
  { "fs.mkdtemp", "2025-11-07", 'const fs = require("fs"); fs.mkdtemp("/tmp/x");' },
  { "fs.statvfs", "2026-02-26", 'require("fs").statvfs("/");' },
  { "fs.popen of an array", "2026-07-21", 'require("fs").popen(["true"]);' },
  { "a global name that 24.10 does not have", "never", "print(isinf(1));" },
}

return releases
