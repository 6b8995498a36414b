import { setImmediate as turn } from "node:timers/promises";
import type { z } from "zod";
import type { FilterRules } from "#lib/contract/destinations.ts";
import { readContents, readWaiting, type WaitingEvent } from "#server/data/destination-events.ts";
import type { DestinationRow } from "#server/data/destinations.ts";
import type { GenerationRow } from "#server/data/generations.ts";
import type { NamedEvent } from "./batch-objects.ts";
import type { DestinationGateway } from "./destination-gateway.ts";
import { matchesRules, readsContent } from "./filter-rules.ts";
import { traceEvent } from "./trace-event.ts";

/** Largest sum of prompts and responses in a batch. A single request may exceed it. */
const MAX_CONTENT_BYTES = 4 * 1024 * 1024;

export type ReadBatch = {
  /** Ids of the events that leave the queue with this batch, whether they are sent or filtered out. */
  ids: number[];
  events: NamedEvent[];
  /** True if more events may be waiting. */
  isFull: boolean;
};

/**
 * Reads the oldest requests that wait for a destination, or of those in `ids`, and leaves out those that its rules do
 * not match.
 */
export async function readBatch(
  { database: { queries }, contents: { open } }: Pick<DestinationGateway, "database" | "contents">,
  row: DestinationRow,
  { max, ids }: { max: number; ids: readonly number[] | null },
): Promise<ReadBatch> {
  const rules = row.filterRules as z.output<typeof FilterRules> | null;
  const needsContent = !row.privacyMode || readsContent(rules);
  const waiting = await readWaiting(queries, row, max, ids);
  const batch = needsContent ? firstBytes(waiting) : waiting;
  const rows = batch.flatMap((event) => (hasRow(event) ? [event] : []));
  const withContent = rows.filter(({ contentBytes }) => needsContent && contentBytes > 0);
  const contents = await readContents(
    queries,
    row.workspaceId,
    withContent.map((event) => event.row),
  );
  const events: NamedEvent[] = [];
  for (const { id, row: generation, keyName } of rows) {
    const stored = contents.get(generation.id);
    const content = stored && open(stored);
    const source = { row: generation, keyName, content };
    if (matchesRules(rules, source)) events.push({ id, event: traceEvent(source, row), keyName });
    // Prompts are large and there may be many rules, so let other requests run in between.
    if (content) await turn();
  }
  return {
    ids: batch.map(({ id }) => id),
    events,
    isFull: batch.length < waiting.length || waiting.length === max,
  };
}

function firstBytes(waiting: readonly WaitingEvent[]): WaitingEvent[] {
  let bytes = 0;
  return waiting.filter(({ contentBytes }, index) => {
    bytes += contentBytes;
    return index === 0 || bytes <= MAX_CONTENT_BYTES;
  });
}

function hasRow(event: WaitingEvent): event is WaitingEvent & { row: GenerationRow } {
  return event.row !== null;
}
