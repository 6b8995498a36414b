import type { Endpoint } from "./contract/endpoint.ts";

export const ROLES = ["owner", "admin", "member"] as const;
export type Role = (typeof ROLES)[number];

/** What a role reaches: every record, the user's own, or none. */
export type Reach = "all" | "own" | "none";

export type RoleRule = {
  /** For people. */
  what: string;
  /** Nouns of the contract. */
  resources: readonly string[];
  action: "read" | "write";
  reach: Record<Role, Reach>;
};

const everyone = { owner: "all", admin: "all", member: "all" } as const;
const ownToMembers = { owner: "all", admin: "all", member: "own" } as const;
const administrators = { owner: "all", admin: "all", member: "none" } as const;
const owners = { owner: "all", admin: "none", member: "none" } as const;

const MODEL_CALLS = ["embeddings", "rerank", "images", "speech", "transcriptions", "videos", "presets"];
const CATALOGUE = ["models", "system"];

/**
 * What each role may do in the console and with its session at the API; the only place that says so. A management key
 * may do what an admin may, within its organization.
 */
export const ROLE_RULES: readonly RoleRule[] = [
  {
    what: "Call models, in the playground too",
    // A text call makes a generation.
    resources: [...MODEL_CALLS, "generations"],
    action: "write",
    reach: everyone,
  },
  { what: "See the results of model calls", resources: MODEL_CALLS, action: "read", reach: everyone },
  { what: "Read the catalogue", resources: CATALOGUE, action: "read", reach: everyone },
  { what: "Upload files and delete them", resources: ["files"], action: "write", reach: everyone },
  { what: "Read files", resources: ["files"], action: "read", reach: everyone },
  {
    what: "See logs and usage",
    resources: ["generations", "activity", "analytics"],
    action: "read",
    reach: ownToMembers,
  },
  { what: "See API keys", resources: ["keys"], action: "read", reach: ownToMembers },
  { what: "Make, change and delete API keys", resources: ["keys"], action: "write", reach: ownToMembers },
  { what: "See workspaces and their settings", resources: ["workspaces"], action: "read", reach: ownToMembers },
  { what: "Make, change and delete workspaces", resources: ["workspaces"], action: "write", reach: administrators },
  { what: "See who is in a workspace", resources: ["workspace-members"], action: "read", reach: administrators },
  {
    what: "Add people to workspaces and remove them",
    resources: ["workspace-members"],
    action: "write",
    reach: administrators,
  },
  { what: "See budgets", resources: ["budgets"], action: "read", reach: ownToMembers },
  { what: "Set budgets", resources: ["budgets"], action: "write", reach: administrators },
  { what: "See guardrails", resources: ["guardrails"], action: "read", reach: administrators },
  { what: "Change guardrails and whom they bind", resources: ["guardrails"], action: "write", reach: administrators },
  { what: "See provider keys, masked", resources: ["byok"], action: "read", reach: administrators },
  { what: "Add, change and delete provider keys", resources: ["byok"], action: "write", reach: administrators },
  { what: "See prices", resources: ["prices", "price-refreshes"], action: "read", reach: administrators },
  { what: "Change prices", resources: ["prices", "price-refreshes"], action: "write", reach: administrators },
  { what: "See credits", resources: ["credits"], action: "read", reach: administrators },
  { what: "Grant credits and correct them", resources: ["credits"], action: "write", reach: administrators },
  { what: "See members and invitations", resources: ["members", "invitations"], action: "read", reach: administrators },
  {
    what: "Invite people, change roles, remove members",
    resources: ["members", "invitations"],
    action: "write",
    reach: administrators,
  },
  { what: "Make owners, change or remove them", resources: ["owners"], action: "write", reach: owners },
  { what: "See how single sign-on is set up", resources: ["single-sign-on"], action: "read", reach: administrators },
  { what: "Set up single sign-on", resources: ["single-sign-on"], action: "write", reach: owners },
  { what: "See the organization's settings", resources: ["organization"], action: "read", reach: administrators },
  { what: "Change the organization's settings", resources: ["organization"], action: "write", reach: administrators },
  { what: "See how the gateway fares", resources: ["operations"], action: "read", reach: administrators },
  { what: "Read the audit log", resources: ["audit"], action: "read", reach: administrators },
  {
    what: "See jobs, webhooks and destinations",
    resources: ["destinations", "jobs", "webhooks"],
    action: "read",
    reach: administrators,
  },
  {
    what: "Change webhooks and destinations",
    resources: ["destinations", "jobs", "webhooks"],
    action: "write",
    reach: administrators,
  },
  { what: "See their own account and sessions", resources: ["session"], action: "read", reach: everyone },
  { what: "Change their own account, end sessions", resources: ["session"], action: "write", reach: everyone },
];

/** What a role reaches of a resource. What no rule names is for owners and admins. */
export function reachOf(role: Role, resource: string, action: RoleRule["action"]): Reach {
  const rule = ROLE_RULES.find((one) => one.action === action && one.resources.includes(resource));
  return rule?.reach[role] ?? administrators[role];
}

/** Whether a call of an endpoint reads or writes. */
export function actionOf({ method, isQuery }: Pick<Endpoint, "method" | "isQuery">): RoleRule["action"] {
  return method === "GET" || isQuery ? "read" : "write";
}

/** Whether a session of a role may call an endpoint at all. */
export function mayCall(role: Role, endpoint: Pick<Endpoint, "resource" | "method" | "isQuery">): boolean {
  return reachOf(role, endpoint.resource, actionOf(endpoint)) !== "none";
}
