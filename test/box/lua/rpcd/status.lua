--- Statuses of ubus (enum ubus_msg_status), and libubus' words for those that come about here.
return {
  INVALID_ARGUMENT = 2, METHOD_NOT_FOUND = 3, NOT_FOUND = 4, NO_DATA = 5, PERMISSION_DENIED = 6, TIMEOUT = 7, UNKNOWN_ERROR = 9,
  PARSE_ERROR = 12,
  texts = {
    [2] = "Invalid argument", [3] = "Method not found", [4] = "Not found", [6] = "Permission denied", [7] = "Request timed out",
    [12] = "Parsing message data failed",
  },
}
