import { isRecord } from "#lib/is-record.ts";
import type { Dialect, Rewrite } from "../dialect.ts";
import { withEveryKeyInEvent } from "./encode/every-key.ts";
import { withKnownItemsInEvent } from "./encode/known-items.ts";
import { type EventStyle, type SpecState, withSpecEvents } from "./encode/spec-events.ts";
import { responses } from "./responses.ts";

/** Receives each output item that a stream completes. */
export type TakeItem = (item: unknown) => void;

type Style = Exclude<EventStyle, "openai">;

/**
 * The events that a client reads. `everyKey`: its response objects need every key. `knownItems`: it sends items back,
 * but only of the types that it knows.
 */
type Client = { style: Style; everyKey: boolean; knownItems?: boolean };

// Created once, so that a request allocates nothing for its client's style.
const STYLES: Record<Style, { plain: Dialect; everyKey: Dialect }> = {
  all: {
    plain: createStyle({ style: "all", everyKey: false }),
    everyKey: createStyle({ style: "all", everyKey: true }),
  },
  spec: {
    plain: createStyle({ style: "spec", everyKey: false }),
    everyKey: createStyle({ style: "spec", everyKey: true }),
  },
};

/** Returns the responses dialect for a client that reads other stream events than OpenAI's. */
export function responsesFor(client: Client, takeItem?: TakeItem): Dialect {
  if (takeItem || client.knownItems) return createStyle(client, takeItem);
  const { plain, everyKey } = STYLES[client.style];
  return client.everyKey ? everyKey : plain;
}

function createStyle({ style, everyKey, knownItems }: Client, takeItem?: TakeItem): Dialect {
  return {
    ...responses,
    rewriter(): Rewrite {
      const state: SpecState = {};
      return (event) => {
        const { data } = event;
        if (takeItem && isRecord(data) && data.type === "response.output_item.done") takeItem(data.item);
        const knownEvent = knownItems ? withKnownItemsInEvent(event) : event;
        return withSpecEvents(everyKey ? withEveryKeyInEvent(knownEvent) : knownEvent, style, state);
      };
    },
  };
}
