import type { z } from "zod";
import type { Generation } from "#lib/contract/generations.ts";
import { hasContent } from "#server/data/generation-contents.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { Gateway } from "#server/gateway.ts";
import { contentDays } from "#server/ledger/contents.ts";
import { reasonNotStored } from "./content-not-stored.ts";

/** Returns whether the content of a request is stored, and why not. */
export async function contentFacts(
  gateway: Gateway,
  row: GenerationRow,
): Promise<z.output<typeof Generation>["content"]> {
  await gateway.contents.flush();
  const isStored = await hasContent(gateway.database.queries, row);
  return {
    kept: isStored,
    reason: isStored ? null : reasonNotStored(gateway, row),
    sampling_rate: gateway.accounts.workspaceNow(row.workspaceId)?.contentLogging.samplingRate ?? 0,
    retention_days: contentDays(gateway.environment),
  };
}
