import { isRecord } from "#lib/is-record.ts";
import { type Block, block } from "../exchange/json.ts";

/** Events of a response as a whole. */
const WITHOUT_PLACE = /^response\.(?:created|queued|in_progress|completed|incomplete|failed|done|metadata)$/;

/**
 * Returns a reader that completes the place and the id of items and of what belongs to them: other servers leave them
 * out, and the SDK package requires both. The id of an item is the same in all of its events.
 */
export function placedEvents(): (event: Block) => Block {
  const ids = new Map<number, string>();
  let last = -1;
  let isOpen = false;
  const placeOf = ({ type, output_index: given }: Block): number => {
    const begins = type === "response.output_item.added" || (type === "response.output_item.done" && !isOpen);
    const place = typeof given === "number" ? given : begins ? last + 1 : Math.max(last, 0);
    last = Math.max(last, place);
    if (type === "response.output_item.added") isOpen = true;
    if (type === "response.output_item.done") isOpen = false;
    return place;
  };
  return (event) => {
    const type = String(event.type);
    if (!type.startsWith("response.") || WITHOUT_PLACE.test(type)) return event;
    const place = placeOf(event);
    const item = isRecord(event.item) ? event.item : undefined;
    const id = idIn(item ? item.id : event.item_id) ?? ids.get(place) ?? `item_${place}`;
    if (!ids.has(place)) ids.set(place, id);
    return completed(event, place, id);
  };
}

function idIn(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function completed(event: Block, output_index: number, id: string): Block {
  const missing: Block = {};
  if (event.output_index !== output_index) missing.output_index = output_index;
  if (event.item !== undefined) {
    if (block(event.item).id !== id) missing.item = { ...block(event.item), id };
  } else if (event.item_id !== id) missing.item_id = id;
  if (String(event.type).startsWith("response.reasoning_summary") && event.summary_index === undefined)
    missing.summary_index = 0;
  return Object.keys(missing).length === 0 ? event : { ...event, ...missing };
}
