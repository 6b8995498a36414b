import type { ApiResponse } from "#server/api-response.ts";

export const SCIM_MEDIA = "application/scim+json";

const ERROR = "urn:ietf:params:scim:api:messages:2.0:Error";

/** Returns whether a path is one of directories, whose errors have SCIM's form. */
export function isScimPath(path: string): boolean {
  return path.startsWith("/api/scim/") || path.startsWith("/scim/v2/");
}

/**
 * Converts an error response to SCIM's form (RFC 7644, section 3.12). The error names its `scimType` in its metadata;
 * without one, a 400 is an invalid value.
 */
export function withScimEnvelope(response: ApiResponse): ApiResponse {
  const { status, headers, body } = response;
  const { error } = JSON.parse(String(body));
  const scimType = error.metadata?.scimType ?? (status === 400 ? "invalidValue" : undefined);
  const scim = { schemas: [ERROR], status: String(status), ...(scimType && { scimType }), detail: error.message };
  return { status, headers: { ...headers, "content-type": SCIM_MEDIA }, body: JSON.stringify(scim) };
}
