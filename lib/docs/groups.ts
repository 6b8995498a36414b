import { type Operation, operations } from "./reference.ts";

/** The groups of the reference in their order, with the ids or else the resources of their endpoints. */
const GROUPS: Record<string, readonly string[]> = {
  Text: [
    ...["createResponse", "connectResponses", "countInputTokens", "compactResponse"],
    ...["createMessage", "countTokens", "createChatCompletion", "createCompletion"],
    ...["generateContent", "streamGenerateContent", "countContentTokens"],
  ],
  "Embeddings and reranking": ["embeddings", "rerank", "embedContent", "batchEmbedContents"],
  Moderation: ["moderations"],
  Images: ["images"],
  Audio: ["speech", "transcriptions"],
  Video: ["videos", "webhooks"],
  Batches: ["batches"],
  Models: ["models"],
  "Requests and analytics": ["generations", "log-views", "activity", "analytics"],
  Files: ["files"],
  Presets: ["presets"],
  MCP: ["mcp", "mcp-servers"],
  Keys: ["keys"],
  "Provider keys": ["byok"],
  "Custom providers": ["custom-providers"],
  "Model aliases": ["model-aliases"],
  Guardrails: ["guardrails"],
  "Rate limits": ["rate-limits"],
  "Credits and budgets": ["credits", "budgets", "chargeback", "reconciliation"],
  Prices: ["prices", "price-refreshes"],
  Workspaces: ["workspaces", "workspace-members"],
  Organization: ["organization", "members", "invitations", "provisioning", "audit"],
  Alerts: ["alerts", "alert-rules", "alert-channels"],
  Destinations: ["destinations"],
  Configuration: ["config"],
  System: ["operations", "system"],
};

const ORDER = Object.keys(GROUPS);

/** Returns the title of an operation's group; its resource if no group lists it. */
export function groupOf({ id, resource }: Pick<Operation, "id" | "resource">): string {
  const listing = (name: string) => ORDER.find((title) => GROUPS[title]?.includes(name));
  return listing(id) ?? listing(resource) ?? resource;
}

/** Every operation by group. */
export const groups: ReadonlyMap<string, readonly Operation[]> = Map.groupBy(
  operations.toSorted((one, other) => ORDER.indexOf(groupOf(one)) - ORDER.indexOf(groupOf(other))),
  groupOf,
);
