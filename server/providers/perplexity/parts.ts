import type { LanguageModelV4StreamPart, SharedV4Warning } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import type { Upstream } from "../upstream.ts";
import { endOf, failureOf } from "./ending.ts";
import { itemReader } from "./items.ts";
import { thoughtReader } from "./thoughts.ts";
import { agentUsage } from "./usage.ts";

type Part = LanguageModelV4StreamPart;
type Receivers = Pick<Upstream, "note" | "billing" | "onProgress">;

/**
 * Yields the neutral parts of a stream of the Agent API. Without one of its last events the response was cut off. Events
 * of unknown types can be ignored (https://docs.perplexity.ai/docs/agent-api/output-control).
 */
export async function* agentParts(
  events: AsyncIterable<Block>,
  warnings: SharedV4Warning[],
  { note = () => undefined, billing, onProgress }: Receivers,
): AsyncGenerator<Part, void, void> {
  yield { type: "stream-start", warnings };
  const items = itemReader(note);
  const thoughts = thoughtReader();
  let searches = 0;
  let isAnnounced = false;
  for await (const event of events) {
    onProgress?.();
    // The usage so far, for a stream that does not reach its end.
    const { web_searches: searched = 0 } = agentUsage(block(event.usage));
    if (searched > searches) billing?.used({ web_searches: searched - searches });
    searches = Math.max(searches, searched);
    const response = block(event.response);
    if (!isAnnounced && typeof response.id === "string") {
      isAnnounced = true;
      yield metadataOf(response);
    }
    const failure = failureOf(event);
    if (failure) {
      yield { type: "error", error: failure };
      return;
    }
    yield* thoughts.read(event);
    const content = items.read(event);
    if (content.length > 0) yield* thoughts.end();
    yield* content;
    if (!isEnd(event)) continue;
    yield* thoughts.end();
    yield* list(response.output).flatMap((item) => items.finish(block(item)));
    yield* items.end();
    yield endOf({ status: statusOf(event), ...response }, items.hasCalls());
    return;
  }
  yield endOf({}, false);
}

function isEnd(event: Block): boolean {
  return statusOf(event) !== undefined;
}

/** Returns the status of which the last event of a response tells. */
function statusOf({ type }: Block): string | undefined {
  return type === "response.completed" ? "completed" : type === "response.incomplete" ? "incomplete" : undefined;
}

function metadataOf({ id, model, created_at: createdAt }: Block): Part {
  return {
    type: "response-metadata",
    id: String(id),
    ...(typeof model === "string" && { modelId: model }),
    ...(typeof createdAt === "number" && { timestamp: new Date(createdAt * 1000) }),
  };
}
