import { readFileSync } from "node:fs";
import type { ProviderFacts } from "../model.ts";
import { isRetained } from "./retained-models.ts";

/** A provider's public policy on prompts; if unknown, the cautious assumption. */
export type ProviderPolicy = { zeroDataRetention: boolean; trainsOnPrompts: boolean };
export type ProviderFile = {
  facts(ids: Set<string>): ProviderFacts[];
  policy(id: string, upstreamModel: string): ProviderPolicy;
};

type Row = {
  id: string;
  name: string;
  privacy?: string;
  terms?: string;
  status?: string;
  country?: string;
  /** The policy and the page that states it. */
  policy?: { zeroDataRetention?: true; trainsOnPrompts?: false; address: string };
};

/** Reads the hand-written provider file in this folder. */
export function readProviderFacts(): ProviderFile {
  const rows = JSON.parse(readFileSync(new URL("provider-facts.json", import.meta.url), "utf8")) as Row[];
  const byId = new Map(rows.map((row) => [row.id, row]));
  return {
    facts: (ids) => [...ids].sort().map((id) => factsOf(byId.get(id) ?? { id, name: id })),
    policy(id, upstreamModel) {
      const policy = byId.get(id)?.policy;
      return {
        zeroDataRetention: policy?.zeroDataRetention === true && !isRetained(id, upstreamModel),
        trainsOnPrompts: policy?.trainsOnPrompts ?? true,
      };
    },
  };
}

function factsOf(row: Row): ProviderFacts {
  return {
    id: row.id,
    name: row.name,
    slug: row.id,
    privacyPolicyUrl: row.privacy ?? null,
    termsOfServiceUrl: row.terms ?? null,
    statusPageUrl: row.status ?? null,
    headquarters: row.country ?? null,
  };
}
