"use client";

import type { Endpoint } from "#lib/contract/endpoint.ts";
import { listMembers } from "#lib/contract/members.ts";
import { mayCall, type Role } from "#lib/roles.ts";
import { useShell } from "./shell-context.tsx";

/** Whether the role of who is signed in may call an endpoint, for controls that it would refuse. */
export function useMay(endpoint: Pick<Endpoint, "roles">): boolean {
  return mayCall(useRole(), endpoint);
}

/** Whether who is signed in runs the organization, with management keys too: owners and admins. */
export function useIsAdministrator(): boolean {
  return mayCall(useRole(), listMembers);
}

/** The role of who is signed in. */
export function useRole(): Role {
  return useShell().role as Role;
}
