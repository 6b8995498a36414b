import type { Endpoint, RoleAccess } from "./contract/endpoint.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/** What a role reaches: every record, the user's own, or none. */
export type Reach = "all" | "own" | "none";

const REACH: Record<RoleAccess, Record<Role, Reach>> = {
  everyone: { owner: "all", admin: "all", member: "all" },
  own: { owner: "all", admin: "all", member: "own" },
  administrators: { owner: "all", admin: "all", member: "none" },
  owners: { owner: "all", admin: "none", member: "none" },
};

/** Returns what a role reaches. A management key may do what an admin may, within its organization. */
export function reachOf(role: Role, roles: RoleAccess): Reach {
  return REACH[roles][role];
}

/** Whether a call of an endpoint reads or writes. */
export function actionOf({ method, isQuery }: Pick<Endpoint, "method" | "isQuery">): "read" | "write" {
  return method === "GET" || isQuery ? "read" : "write";
}

/** Whether a session of a role may call an endpoint at all. Each endpoint of the contract says which roles may. */
export function mayCall(role: Role, { roles }: Pick<Endpoint, "roles">): boolean {
  return reachOf(role, roles) !== "none";
}
