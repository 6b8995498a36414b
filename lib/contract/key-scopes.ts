import { z } from "zod";

/** What a management key can be limited to: the resources of the endpoints that a key can call. */
export const SCOPE_RESOURCES = [
  ...(["activity", "alert-channels", "alert-rules", "alerts"] as const),
  ...(["analytics", "audit", "batches", "budgets", "byok", "chargeback", "config", "credits"] as const),
  ...(["custom-providers", "destinations", "embeddings", "files", "generations", "guardrails", "images"] as const),
  ...(["invitations", "keys", "log-views", "mcp", "mcp-servers", "members", "model-aliases", "models"] as const),
  ...(["moderations", "operations", "organization", "presets", "price-refreshes", "prices", "provisioning"] as const),
  ...(["rate-limits"] as const),
  ...(["reconciliation", "rerank", "speech", "transcriptions", "videos", "webhooks", "workspace-members"] as const),
  ...(["websockets", "workspaces"] as const),
] as const;

export type ScopeResource = (typeof SCOPE_RESOURCES)[number];

/** Resources of the whole organization, which a key that is limited to workspaces cannot use. */
export const ORGANIZATION_RESOURCES: ReadonlySet<string> = new Set<ScopeResource>([
  "audit",
  "config",
  "credits",
  "invitations",
  "members",
  "operations",
  "organization",
  "price-refreshes",
  "prices",
  "provisioning",
]);

const Workspaces = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(100)
  .describe(
    "Workspaces that the key can use, among them its own; null allows all. A key with a list cannot use " +
      "organization-wide resources, such as members, prices and configuration.",
  );

const Resources = z
  .partialRecord(z.enum(SCOPE_RESOURCES), z.enum(["read", "write"]))
  .describe(
    "Resources that the key can `read`, or read and `write`; null allows all. The resource of an endpoint is in the " +
      "API reference; `write` for `generations` allows model calls.",
  );

export const KeyScopes = z
  .strictObject({
    workspaces: Workspaces.nullable().default(null),
    resources: Resources.nullable().default(null),
  })
  .describe(
    "What a management key is limited to; null means no limits. A key with scopes cannot manage other management keys.",
  );

export type KeyScopes = z.output<typeof KeyScopes>;

export const AllowedTools = z
  .array(z.string().trim().min(1).max(200))
  .max(1000)
  .describe(
    "Server tools that the key may use by name (`web_search`). `mcp` means all tools of MCP servers, `server/*` for " +
      "one server's, and `server/tool` for one. Null allows all.",
  );
