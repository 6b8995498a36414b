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
