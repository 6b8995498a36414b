import type { z } from "zod";
import type { AnthropicModel, AnthropicModelList } from "#lib/contract/anthropic-models.ts";
import type { Model } from "#lib/contract/models.ts";
import { HttpError } from "#server/errors.ts";

type ModelRecord = z.output<typeof Model>;

export type AnthropicPage = { limit: number; afterId: string | undefined; beforeId: string | undefined };

/** Page size of Anthropic's API if `limit` is absent (https://docs.anthropic.com/en/api/models-list). */
export const ANTHROPIC_PAGE = 20;

/** Converts a model to the record that Anthropic's clients read. */
export function anthropicModel(record: ModelRecord): z.output<typeof AnthropicModel> {
  return {
    type: "model",
    id: record.id,
    display_name: record.name,
    created_at: new Date(record.created * 1000).toISOString(),
    max_input_tokens: record.context_length,
    max_tokens: record.top_provider.max_completion_tokens,
  };
}

/** Returns a page of models as Anthropic's clients read it. Throws 400 for a position outside the list. */
export function anthropicList(
  all: readonly ModelRecord[],
  { limit, afterId, beforeId }: AnthropicPage,
): z.output<typeof AnthropicModelList> {
  const isBackward = beforeId !== undefined && afterId === undefined;
  const start = afterId === undefined ? 0 : placeOf(all, afterId) + 1;
  const end = beforeId === undefined ? all.length : placeOf(all, beforeId);
  const span = all.slice(start, end);
  const page = (isBackward ? span.slice(-limit) : span.slice(0, limit)).map(anthropicModel);
  return {
    data: page,
    has_more: span.length > limit,
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
  };
}

function placeOf(all: readonly ModelRecord[], id: string): number {
  const place = all.findIndex((record) => record.id === id);
  if (place < 0) throw new HttpError(400, "Invalid query: the list has no model with this ID");
  return place;
}
