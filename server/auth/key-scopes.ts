import type { Endpoint } from "#lib/contract/endpoint.ts";
import { ORGANIZATION_RESOURCES } from "#lib/contract/key-scopes.ts";
import { actionOf } from "#lib/roles.ts";
import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";

type Caller = Pick<Principal, "key">;

/** Returns whether the caller may use an endpoint, as far as the scopes of a management key decide. */
export function coversEndpoint({ key }: Caller, endpoint: Endpoint): boolean {
  if (!key?.scopes) return true;
  const { workspaces, resources } = key.scopes;
  // A key can always read what it is.
  if (endpoint.id === "getCurrentKey") return true;
  if (workspaces && (endpoint.isOrganizationWide || ORGANIZATION_RESOURCES.has(endpoint.resource))) return false;
  if (!resources) return true;
  const granted = (resources as Record<string, string | undefined>)[endpoint.resource];
  return granted === "write" || (granted === "read" && actionOf(endpoint) === "read");
}

/** Throws 403 if the scopes of the caller's key do not include an endpoint. */
export function requireScope(caller: Caller, endpoint: Endpoint): void {
  if (coversEndpoint(caller, endpoint)) return;
  const action = actionOf(endpoint);
  throw new HttpError(403, `The scopes of this management key do not allow it to ${action} ${endpoint.resource} here`);
}

/** Returns whether a record is in the caller's scopes; null is a record of the whole organization. */
export function coversWorkspace({ key }: Caller, workspaceId: string | null): boolean {
  const limited = key?.scopes?.workspaces;
  return !limited || (workspaceId !== null && limited.includes(workspaceId));
}

/** Throws 403 for a management key that is limited to workspaces. */
export function requireWholeOrganization({ key }: Caller): void {
  if (!key?.scopes?.workspaces) return;
  throw new HttpError(
    403,
    "This management key is limited to certain workspaces and cannot use organization-wide resources",
  );
}
