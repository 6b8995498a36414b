import type { CompactionRequest } from "#lib/contract/compaction.ts";
import { block, list } from "../exchange/json.ts";
import { blockOf, postJson, readJson, unusableError } from "../exchange/send.ts";
import type { Compacted, Metered, UpstreamCall } from "../media.ts";
import { bearer } from "./bearer.ts";
import { responsesUsage } from "./responses-usage.ts";

/** Adapter for OpenAI's `/responses/compact`. */
export async function openaiCompact(call: UpstreamCall<CompactionRequest>): Promise<Metered<Compacted>> {
  const { request, options, model, credential } = call;
  const response = await readJson(
    await postJson(call, "/responses/compact", bearer(credential), { ...options, ...request, model }),
  );
  const { id, created_at: createdAt, output } = response;
  if (typeof id !== "string" || !Array.isArray(output) || output.length === 0) throw unusableError(response);
  const rawUsage = blockOf(response, "usage");
  return {
    result: { id, createdAt: typeof createdAt === "number" ? createdAt : 0, output: list(output).map(block) },
    ...(rawUsage && { usage: responsesUsage(rawUsage), rawUsage }),
    upstreamId: id,
  };
}
