import { isRecord } from "#lib/is-record.ts";
import { type Block, block, list } from "../exchange/json.ts";

/**
 * Returns a reader that adds the events that a server left out of a stream of the Responses API. The SDK package reads
 * texts, reasoning and annotations only from their own events, but some servers and proxies send them only in the
 * finished item or in the final response.
 */
export function missingEvents(): (event: Block) => Block[] {
  const seen: Seen = { texts: new Map(), annotations: new Map(), parts: new Set(), items: new Set(), done: new Set() };
  let isPlaced = true;
  return (event) => {
    const { type, output_index } = event;
    isPlaced &&= output_index === undefined ? event.item_id === undefined : typeof output_index === "number";
    if (type === "response.output_item.done") return finishItem(event, seen);
    if (ENDS.has(type)) return [...(isPlaced && seen.done.size === 0 ? unsentItems(event, seen) : []), event];
    note(event, seen);
    return [event];
  };
}

/**
 * The parts of a stream that were sent: texts by the place of their part, the number of annotations by item, and
 * places.
 */
type Seen = {
  texts: Map<string, string>;
  annotations: Map<unknown, number>;
  parts: Set<string>;
  items: Set<unknown>;
  done: Set<unknown>;
};
type Kind = { stem: string; index: "content_index" | "summary_index" };

const TEXT: Kind = { stem: "output_text", index: "content_index" };
const REFUSAL: Kind = { stem: "refusal", index: "content_index" };
const THOUGHT: Kind = { stem: "reasoning_text", index: "content_index" };
const SUMMARY: Kind = { stem: "reasoning_summary_text", index: "summary_index" };
const KINDS = new Map<unknown, Kind>(
  [TEXT, REFUSAL, THOUGHT, SUMMARY].map((kind) => [`response.${kind.stem}.delta`, kind]),
);
const PART_ADDED = "response.reasoning_summary_part.added";
const ANNOTATION_ADDED = "response.output_text.annotation.added";
const ENDS = new Set<unknown>(["response.completed", "response.incomplete"]);

function note(event: Block, { texts, annotations, parts, items }: Seen): void {
  const { type, output_index, delta } = event;
  const kind = KINDS.get(type);
  if (kind) {
    const place = placeOf(kind, event);
    texts.set(place, (texts.get(place) ?? "") + (typeof delta === "string" ? delta : ""));
  }
  if (type === PART_ADDED) parts.add(placeOf(SUMMARY, event));
  if (type === "response.output_item.added") items.add(output_index);
  if (type === ANNOTATION_ADDED) annotations.set(output_index, (annotations.get(output_index) ?? 0) + 1);
}

function unsentItems({ response }: Block, seen: Seen): Block[] {
  return list(block(response).output).flatMap((item, output_index) =>
    isRecord(item) ? finishItem({ type: "response.output_item.done", output_index, item }, seen) : [],
  );
}

/** Returns the end of an item, preceded by the missing events of its content. */
function finishItem(event: Block, seen: Seen): Block[] {
  const { output_index } = event;
  const item = block(event.item);
  if (seen.done.has(output_index)) return [event];
  seen.done.add(output_index);
  const isOpened = seen.items.has(output_index) || (item.type !== "message" && item.type !== "reasoning");
  const start = { ...item, content: [], summary: [] };
  const opening = isOpened ? [] : [{ type: "response.output_item.added", output_index, item: start }];
  return [...opening, ...contentOf({ item_id: item.id, output_index }, item, seen), event];
}

function contentOf(place: Block, item: Block, seen: Seen): Block[] {
  const summaries = list(item.summary).flatMap((part, summary_index) =>
    restOf(SUMMARY, { ...place, summary_index }, block(part).text, seen),
  );
  const contents = list(item.content).flatMap((part, content_index) => {
    const { type, text, refusal } = block(part);
    const at = { ...place, content_index };
    if (type === "output_text") return restOf(TEXT, at, text, seen);
    if (type === "refusal") return restOf(REFUSAL, at, refusal, seen);
    return type === "reasoning_text" ? restOf(THOUGHT, at, text, seen) : [];
  });
  const annotationEvents = list(item.content).flatMap((part, content_index) =>
    list(block(part).annotations).map(
      (annotation): Block => ({ type: ANNOTATION_ADDED, ...place, content_index, annotation }),
    ),
  );
  return [...summaries, ...contents, ...annotationEvents.slice(seen.annotations.get(place.output_index) ?? 0)];
}

/** Returns the rest of a text as a delta; nothing if the deltas so far differ from the text. */
function restOf(kind: Kind, at: Block, text: unknown, { texts, parts }: Seen): Block[] {
  const place = placeOf(kind, at);
  const sent = texts.get(place) ?? "";
  if (typeof text !== "string" || text.length <= sent.length || !text.startsWith(sent)) return [];
  const delta = { type: `response.${kind.stem}.delta`, ...at, delta: text.slice(sent.length) };
  return kind === SUMMARY && !parts.has(place) ? [{ type: PART_ADDED, ...at }, delta] : [delta];
}

function placeOf({ stem, index }: Kind, event: Block): string {
  return `${stem} ${event.output_index} ${event[index]}`;
}
