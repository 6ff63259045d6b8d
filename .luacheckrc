-- luacheck: hand-written Lua (tests, CGI stubs) in full, generated Lua for what a generator can get wrong.
std = "lua51"
-- Tables of test cases read best with a case a line.
max_line_length = 160
cache = false

-- TypeScriptToLua keeps parameters and imports that the source has, numbers its temporaries anew in each block, and
-- writes an `if` with nothing in it where the source has one; line ends follow the source's expressions.
files["openwrt-feed/sso-login/generated/lua"] = {
  ignore = {
    "21[123]", -- unused variable, argument, loop variable
    "23[123]", -- set but never used
    "311", -- value assigned and not used
    "411", -- a module imported twice, once for its names and once for its types
    "4[23][123]", -- shadowing
    "542", -- empty if branch
    "581", -- "not (x == y)"
    "631", -- line too long
  },
}

files["test/unit"] = { std = "lua51+busted" }
files["test/box"] = { std = "lua51" }
