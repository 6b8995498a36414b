"use client";

import type { Endpoint } from "#lib/contract/endpoint.ts";
import { mayCall, type Role } from "#lib/roles.ts";
import { useShell } from "./shell-context.tsx";

/** Whether the role of who is signed in may call an endpoint, for controls that it would refuse. */
export function useMay(endpoint: Pick<Endpoint, "resource" | "method" | "isQuery">): boolean {
  return mayCall(useRole(), endpoint);
}

/** The role of who is signed in. */
export function useRole(): Role {
  return useShell().role as Role;
}
