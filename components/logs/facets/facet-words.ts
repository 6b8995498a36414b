import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { getGenerationFacets } from "#lib/contract/generation-counts.ts";
import type { RejectionReason } from "#lib/contract/rejections.ts";
import { agentName } from "#lib/generations/agents.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";
import { OUTCOMES } from "../log-status.tsx";

type Facet = ResponseOf<typeof getGenerationFacets>["data"]["facets"][number];
export type FacetField = Facet["field"];
export type FacetValue = Facet["values"][number];

export const FACET_TITLES: Record<FacetField, string> = {
  status_class: "Status",
  model: "Model",
  provider: "Provider",
  api_key_hash: "Key",
  rejection: "Rejected for",
  finish_reason: "Finish reason",
  external_user: "End user",
  tag: "Tag",
  user_id: "Member",
  session_id: "Session",
  agent: "Agent",
  repository: "Repository",
  dialect: "Dialect",
  http_referer: "App",
};

/** What a missing value means. */
const WITHOUT: Partial<Record<FacetField, string>> = {
  provider: "No provider",
  api_key_hash: "Console session",
  rejection: "Not rejected",
  finish_reason: "No finish reason",
  external_user: "No user",
  tag: "No tag",
  user_id: "No member",
  session_id: "No session",
  agent: "No agent",
  repository: "No repository",
  dialect: "Other operations",
  http_referer: "No app",
};

/** Returns a value as the list shows it. */
export function facetLabel(
  field: FacetField,
  { value, label }: FacetValue,
  nameOfMember: (id: string) => string,
): string {
  if (value === null) return WITHOUT[field] ?? "Not set";
  if (label !== null) return label;
  if (field === "status_class") return OUTCOMES.find((one) => one.value === value)?.label ?? value;
  if (field === "rejection") return REJECTION_WORDS[value as RejectionReason] ?? value;
  if (field === "user_id") return nameOfMember(value);
  if (field === "agent") return agentName(value);
  return field === "api_key_hash" ? `${value.slice(0, 8)}…` : value || "Not set";
}
