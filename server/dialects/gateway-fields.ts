/** Body fields for the gateway itself, the same in every dialect. They never reach an upstream. */
export const GATEWAY_FIELDS = [
  "models",
  "fallbacks",
  "provider",
  "plugins",
  "route",
  "session_id",
  "tags",
  "cache",
  "trace",
  "stop_server_tools_when",
] as const;

/**
 * The note for an end user that the provider has no field for, or rejects. The gateway has recorded it, so this is no
 * dropped parameter.
 */
export const USER_NOT_SENT = "user: not sent to the provider";
