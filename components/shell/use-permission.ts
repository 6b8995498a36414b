"use client";

import type { Endpoint } from "#lib/contract/endpoint.ts";
import { listMembers } from "#lib/contract/members.ts";
import { mayCall, type Role } from "#lib/roles.ts";
import { useShell } from "./shell-context.tsx";

/** Returns whether the signed-in user's role may call an endpoint, to hide or disable controls. */
export function usePermission(endpoint: Pick<Endpoint, "roles">): boolean {
  return mayCall(useRole(), endpoint);
}

/** Returns whether the signed-in user administers the organization and its management keys: owners and admins. */
export function useIsAdministrator(): boolean {
  return mayCall(useRole(), listMembers);
}

/** Returns the role of the signed-in user. */
export function useRole(): Role {
  return useShell().role as Role;
}
