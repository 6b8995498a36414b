import type { LanguageModelV4StreamPart, SharedV4Warning } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import { endOf, failureOf } from "./ending.ts";
import { itemReader } from "./items.ts";
import { thoughtReader } from "./thoughts.ts";

type Part = LanguageModelV4StreamPart;
type Facts = { warnings: SharedV4Warning[]; note: Note | undefined; onProgress: (() => void) | undefined };

/**
 * Yields the neutral parts of a stream of the Agent API. Without one of its last events the response was cut off. Events
 * of unknown types can be ignored (https://docs.perplexity.ai/docs/agent-api/output-control).
 */
export async function* agentParts(
  events: AsyncIterable<Block>,
  { warnings, note = () => undefined, onProgress }: Facts,
): AsyncGenerator<Part, void, void> {
  yield { type: "stream-start", warnings };
  const items = itemReader(note);
  const thoughts = thoughtReader();
  let isAnnounced = false;
  for await (const event of events) {
    onProgress?.();
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
    const thought = thoughts.read(event);
    yield* thought;
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
