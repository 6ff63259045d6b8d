-- Generated from src/sso_login/web/headers.ts by "make lua"; do not edit.
local M = {}

--- Headers of every response, whatever happened (specification, "Endpoints"); lines without the last one's end.
M.security_headers = "Content-Security-Policy: default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self'; " ..
	"style-src 'self'; frame-ancestors 'none';\r\n" ..
	"X-Content-Type-Options: nosniff\r\nX-Frame-Options: DENY\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer"

return M
