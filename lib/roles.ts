import type { Endpoint, RoleAccess } from "./contract/endpoint.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/** The records a role can access: all, the user's own, or none. */
export type Reach = "all" | "own" | "none";

const REACH: Record<RoleAccess, Record<Role, Reach>> = {
  everyone: { owner: "all", admin: "all", member: "all" },
  own: { owner: "all", admin: "all", member: "own" },
  administrators: { owner: "all", admin: "all", member: "none" },
  owners: { owner: "all", admin: "none", member: "none" },
};

/** Returns the records a role can access. A management key has an admin's rights within its organization. */
export function reachOf(role: Role, roles: RoleAccess): Reach {
  return REACH[roles][role];
}

/** Returns whether a request to an endpoint reads or writes. */
export function actionOf({ method, isQuery }: Pick<Endpoint, "method" | "isQuery">): "read" | "write" {
  return method === "GET" || isQuery ? "read" : "write";
}

/** Returns whether a session with a role may call an endpoint at all, by the endpoint's `roles`. */
export function mayCall(role: Role, { roles }: Pick<Endpoint, "roles">): boolean {
  return reachOf(role, roles) !== "none";
}
