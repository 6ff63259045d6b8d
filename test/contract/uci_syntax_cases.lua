--- What libuci reads in a configuration file, and what it refuses.
local lu = require("luaunit")
local env = require("env")

local cases = {}

-- A case: this text gives these options of section `s`.
local function reads(name, text, options)
    cases["test_reads_" .. name] = function()
        env.with_package(text, function(c)
            local section, problem = c:get_all("p", "s")
            lu.assertIsTable(section, problem)
            section[".name"], section[".type"], section[".anonymous"] = nil, nil, nil
            lu.assertEquals(section, options)
        end)
    end
end

local function refuses(name, text)
    cases["test_refuses_" .. name] = function()
        env.with_package(text, function(c)
            local loaded, problem = c:load("p")
            lu.assertIsFalse(loaded)
            lu.assertStrContains(problem, "uci: Parse error (")
        end)
    end
end

reads("pieces_put_together", "config t s\n\toption a b'c d'\"e f\"g\n", { a = "bc de fg" })
reads("escaped_characters", "config t s\n\toption a \"x\\\"y\\\\z\"\n\toption b c\\ d\n\toption e 'f\\g'\n", {
    a = 'x"y\\z',
    b = "c d",
    e = "f\\g",
})
reads("comments", "# top\nconfig t s # here\n\toption a b # there\n  # between\n\toption c 'd # no'\n", {
    a = "b",
    c = "d # no",
})
reads("blank_lines_and_carriage_returns", "\n\nconfig t s\r\n\toption a b\r\n \t \n\toption c 'd'\r\n", {
    a = "b",
    c = "d",
})
reads("an_empty_option_as_none", "config t s\n\toption a ''\n\toption b\n\toption c d\n", { c = "d" })
reads("an_empty_list_item", "config t s\n\tlist a ''\n\tlist a b\n", { a = { "", "b" } })
reads("two_sections_of_one_name_as_one", "config t s\n\toption a b\nconfig t x\nconfig t s\n\toption c d\n", {
    a = "b",
    c = "d",
})

refuses("an_unknown_command", "config t s\nfoo bar\n")
refuses("a_section_without_type", "config \n")
refuses("a_bad_section_name", "config t bad-name\n")
refuses("an_open_single_quote", "config t s\n\toption a 'b\n")
refuses("a_section_of_another_type", "config t s\nconfig u s\n")

function cases.test_an_empty_file_is_an_empty_package()
    env.with_package("", function(c)
        lu.assertEquals({ c:load("p") }, { true })
        lu.assertEquals(c:get_all("p"), {})
    end)
end

function cases.test_a_parse_error_names_its_line()
    env.with_package("config t s\n\toption a b\nfoo bar\n", function(c)
        local _, problem = c:load("p")
        lu.assertStrContains(problem, "at line 3")
    end)
    env.with_package("config t s\nfoo bar", function(c) -- a line counts when its end was read
        local _, problem = c:load("p")
        lu.assertStrContains(problem, "at line 1")
    end)
end

function cases.test_a_package_that_cannot_be_parsed_is_not_there()
    env.with_package("foo bar\n", function(c)
        local value, problem = c:get("p", "s", "a")
        lu.assertNil(value)
        lu.assertStrContains(problem, "Parse error")
        lu.assertIsFalse(c:foreach("p", "t", function() end))
    end)
end

return cases
