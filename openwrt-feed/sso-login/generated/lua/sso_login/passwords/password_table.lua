-- Generated from src/sso_login/passwords/password_table.ts by "make lua"; do not edit.
--- The table of passwords: what becomes of each state at each event, and what is written for a state, in which order.
--
-- The order makes an interruption harmless: what ends a trial is there before the first password is refused, and goes after the last one
-- is restored.
local M = {}

-- prettier-ignore
M.table = {
	turn_off = {
		on = "trial",
		first = "refused",
		again = "refused",
		over = "refused",
		off = "refused",
		unproved = "refused",
		interrupted = "refused"
	},
	confirm = {
		on = "refused",
		first = "off",
		again = "off",
		over = "refused",
		off = "refused",
		unproved = "refused",
		interrupted = "refused"
	},
	force = {
		on = "refused",
		first = "off",
		again = "off",
		over = "off",
		off = "off",
		unproved = "off",
		interrupted = "off"
	},
	turn_on = {on = "on", first = "on", again = "on", over = "on", off = "on", unproved = "on", interrupted = "on"},
	logged_in = {
		on = "same",
		first = "same",
		again = "off",
		over = "same",
		off = "same",
		unproved = "same",
		interrupted = "same"
	},
	time_over = {
		on = "same",
		first = "on",
		again = "on",
		over = "on",
		off = "same",
		unproved = "same",
		interrupted = "on"
	},
	settings_kept = {
		on = "same",
		first = "same",
		again = "same",
		over = "same",
		off = "same",
		unproved = "same",
		interrupted = "same"
	},
	settings_back = {
		on = "same",
		first = "same",
		again = "off",
		over = "same",
		off = "same",
		unproved = "same",
		interrupted = "same"
	},
	settings_new = {
		on = "same",
		first = "trial",
		again = "trial",
		over = "same",
		off = "trial",
		unproved = "off",
		interrupted = "same"
	},
	broken = {on = "on", first = "on", again = "on", over = "on", off = "on", unproved = "on", interrupted = "on"}
}

--- In each column from which `off` follows, the option is set already.
M.writes = {
	on = {"sections", "option", "trial_file", "guard"},
	trial = {"trial_file", "guard", "option", "sections"},
	off = {"sections", "trial_file", "guard"}
}

return M
