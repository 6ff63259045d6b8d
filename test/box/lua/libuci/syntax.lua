--- The syntax of UCI files: words, lines, and how values are quoted when they are written.
local syntax = {}

-- A scanner over a text: {text, position}. Failures are raised as {reason, line}.
local scanner = {}
scanner.__index = scanner

-- libuci counts line ends that it has read, so a last line without one bears the number of the line before.
local function fail(self, reason)
    local line_end = self.text:find("\n", self.position, true) or #self.text
    local _, line = self.text:sub(1, line_end):gsub("\n", "")
    error({ reason = reason, line = line }, 0)
end

function scanner:peek()
    return self.text:sub(self.position, self.position)
end

function scanner:take()
    local char = self:peek()
    self.position = self.position + 1
    return char
end

function scanner:skip_blanks()
    while self:peek():match("^[ \t\r\v\f]$") do
        self:take()
    end
end

function scanner:skip_line()
    while self:peek() ~= "" and self:peek() ~= "\n" do
        self:take()
    end
end

-- After a backslash: the character itself; a line end vanishes.
function scanner:take_escaped()
    self:take()
    if self:peek() == "\r" and self.text:sub(self.position + 1, self.position + 1) == "\n" then
        self:take()
    end
    local char = self:take()
    return char ~= "\n" and char or ""
end

function scanner:take_quoted(quote)
    local out = {}
    self:take()
    while self:peek() ~= quote do
        if self:peek() == "" then
            fail(self, "EOF with unterminated " .. quote)
        end
        local escaped = quote == '"' and self:peek() == "\\"
        out[#out + 1] = escaped and self:take_escaped() or self:take()
    end
    self:take()
    return table.concat(out)
end

-- The next word of this line, "" at its end. A word may be put together from quoted and bare pieces; `#` begins a
-- comment wherever it stands outside quotes. A `;` at the beginning is an empty word, which ends a command. Inside a
-- word it does so only after quotes; after a bare word libuci loses the rest of the line.
function scanner:take_word()
    self:skip_blanks()
    if self:peek() == ";" then
        self:take()
        return ""
    end
    local out, bare = {}, true
    while not self:peek():match("^%s?$") do
        local char = self:peek()
        if char == ";" and not bare then
            break
        elseif char == "#" or char == ";" then
            self:skip_line()
        elseif char == "'" or char == '"' then
            bare = false
            out[#out + 1] = self:take_quoted(char)
        elseif char == "\\" then
            bare = false
            out[#out + 1] = self:take_escaped()
        else
            out[#out + 1] = self:take()
        end
    end
    return table.concat(out)
end

function scanner:expect_line_end()
    if self:take_word() ~= "" then
        fail(self, "too many arguments")
    end
end

--- Names of options and named sections.
function syntax.is_name(text)
    return text:match("^[%w_]+$") ~= nil
end

--- Names of packages, which are files.
function syntax.is_package_name(text)
    return text:match("^[%w_-]+$") ~= nil
end

--- Types of sections: any printable ASCII but the space.
function syntax.is_type(text)
    return text:match("^[\33-\126]+$") ~= nil
end

local COMMANDS = { p = "package", c = "config", o = "option", l = "list" }

local function command_of(self)
    self:skip_blanks()
    if self:peek() == "#" then
        self:skip_line()
    end
    if self:peek() == "\n" or self:peek() == "" then
        return nil
    end
    local from, to = self.text:find("^[^ \t\n]+", self.position)
    local word = self.text:sub(from, to)
    local command = COMMANDS[word] or word
    if command ~= COMMANDS[word:sub(1, 1)] or self.text:sub(to + 1, to + 1) == "\n" then
        fail(self, "invalid command")
    elseif to == #self.text then
        fail(self, (command == "list" and "option" or command) .. " without name")
    end
    self.position = to + 1
    return command
end

local readers = {}

function readers.package(self)
    local name = self:take_word()
    if name == "" then
        fail(self, "insufficient arguments")
    elseif not syntax.is_package_name(name) then
        fail(self, "invalid character in name field")
    end
    self:expect_line_end()
end

function readers.config(self, on)
    local section_type = self:take_word()
    if section_type == "" then
        fail(self, "insufficient arguments")
    elseif not syntax.is_type(section_type) then
        fail(self, "invalid character in type field")
    end
    local name = self:take_word()
    if name ~= "" and not syntax.is_name(name) then
        fail(self, "invalid character in name field")
    end
    self:expect_line_end()
    on.section(section_type, name ~= "" and name or nil, function(reason)
        fail(self, reason)
    end)
end

local function option_reader(event)
    return function(self, on)
        local name = self:take_word()
        if name == "" then
            fail(self, "insufficient arguments")
        elseif not syntax.is_name(name) then
            fail(self, "invalid character in name field")
        end
        local value = self:take_word()
        self:expect_line_end()
        if not on.has_section() then
            fail(self, "option/list command found before the first section")
        end
        on[event](name, value)
    end
end

readers.option = option_reader("option")
readers.list = option_reader("list")

local function new_scanner(text)
    return setmetatable({ text = text, position = 1 }, scanner)
end

--- Reads a configuration file. `on` gets section(type, name or nil, fail), option(name, value), list(name, value) and
-- answers has_section(). Returns true, or nil and "(reason) at line N".
function syntax.read_config(text, on)
    local self = new_scanner(text)
    local succeeded, problem = pcall(function()
        while self:peek() ~= "" do
            local command = command_of(self)
            if command then
                readers[command](self, on)
                self:skip_blanks()
            end
            if self:peek() == "\n" then
                self:take()
            end
        end
    end)
    if succeeded then
        return true
    elseif type(problem) ~= "table" then
        error(problem, 0)
    end
    return nil, ("(%s) at line %d"):format(problem.reason, problem.line)
end

--- Reads the lines of a file of pending changes, each one word; lines that cannot be read are left out.
function syntax.read_words(text)
    local self, words = new_scanner(text), {}
    while self:peek() ~= "" do
        local succeeded, word = pcall(function()
            local first = self:take_word()
            self:expect_line_end()
            return first
        end)
        if succeeded and word ~= "" then
            words[#words + 1] = word
        end
        self:skip_line()
        self:take()
    end
    return words
end

--- A value in single quotes.
function syntax.quote(value)
    return "'" .. value:gsub("'", "'\\''") .. "'"
end

--- A package in the form in which libuci writes it.
function syntax.write_config(sections)
    local out = {}
    for _, section in ipairs(sections) do
        local name = section.anonymous and "" or " " .. syntax.quote(section.name)
        out[#out + 1] = "\nconfig " .. section.type .. name .. "\n"
        for _, option in ipairs(section.options) do
            if option.list then
                for _, item in ipairs(option.list) do
                    out[#out + 1] = "\tlist " .. option.name .. " " .. syntax.quote(item) .. "\n"
                end
            else
                out[#out + 1] = "\toption " .. option.name .. " " .. syntax.quote(option.value) .. "\n"
            end
        end
    end
    out[#out + 1] = "\n"
    return table.concat(out)
end

return syntax
