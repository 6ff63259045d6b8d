# Says that there is no target of make `wanted`, and which one is nearest. Input: the Makefiles.
# The number of letters that are missing, added, changed or exchanged with the next one.
function distance(a, b,    i, j, least) {
	for (i = 0; i <= length(a); i++) {
		for (j = 0; j <= length(b); j++) {
			if (i == 0 || j == 0) { d[i, j] = i + j; continue }
			least = d[i - 1, j - 1] + (substr(a, i, 1) != substr(b, j, 1))
			if (d[i - 1, j] + 1 < least) least = d[i - 1, j] + 1
			if (d[i, j - 1] + 1 < least) least = d[i, j - 1] + 1
			if (i > 1 && j > 1 && substr(a, i - 1, 2) == substr(b, j, 1) substr(b, j - 1, 1) && d[i - 2, j - 2] + 1 < least) least = d[i - 2, j - 2] + 1
			d[i, j] = least
		}
	}
	return d[length(a), length(b)]
}
BEGIN { best = length(wanted) / 2 }
/^[[:lower:]][[:lower:]0-9 -]*:/ {
	sub(/:.*/, "")
	for (i = split($0, names, " "); i > 0; i--) {
		away = distance(wanted, names[i])
		if (away < best) { best = away; nearest = names[i] }
	}
}
END { print "make: there is no target " wanted (nearest ? ": do you mean make " nearest "?" : ".") " make help lists all." }
