const STATUS_BY_TYPE = new Map<unknown, number>([
  ["invalid_request_error", 400],
  ["authentication_error", 401],
  ["billing_error", 402],
  ["permission_error", 403],
  ["not_found_error", 404],
  ["request_too_large", 413],
  ["rate_limit_error", 429],
  ["api_error", 500],
  ["timeout_error", 504],
  ["overloaded_error", 529],
]);

/** Returns the HTTP status closest to the dialect's error type; 502 for an unknown type. */
export function errorStatus(type: unknown): number {
  return STATUS_BY_TYPE.get(type) ?? 502;
}
