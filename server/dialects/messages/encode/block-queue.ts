import type { DialectEvent } from "#server/dialects/dialect.ts";

/** One content block of the response, from its first event to its stop. */
export type Block = {
  index: number;
  /** A soft block ends when another one starts; later text starts a new block. */
  soft: boolean;
  ended: boolean;
  /** Events held until the blocks before this one have ended. */
  waiting: DialectEvent[];
};

/**
 * Sends one block at a time: clients apply each delta to the newest block, so a block's events wait until all blocks
 * before it have ended. Every call returns the events that may be sent now.
 */
export type BlockQueue = {
  open(content: Record<string, unknown>, soft: boolean): { block: Block; events: DialectEvent[] };
  delta(block: Block, delta: Record<string, unknown>): DialectEvent[];
  close(block: Block): DialectEvent[];
  closeAll(): DialectEvent[];
};

export function blockQueue(): BlockQueue {
  const queue: Block[] = [];
  let nextIndex = 0;

  function send(block: Block, event: DialectEvent): DialectEvent[] {
    if (queue[0] === block) return [event];
    block.waiting.push(event);
    return [];
  }

  function close(block: Block): DialectEvent[] {
    if (block.ended) return [];
    const events = send(block, blockEvent("content_block_stop", block, {}));
    block.ended = true;
    return [...events, ...advance()];
  }

  /** Removes ended blocks from the front and releases the events of the next one. */
  function advance(): DialectEvent[] {
    const events: DialectEvent[] = [];
    while (queue[0]?.ended) {
      queue.shift();
      events.push(...(queue[0]?.waiting.splice(0) ?? []));
    }
    return events;
  }

  return {
    open(content, soft) {
      const last = queue.at(-1);
      const before = last?.soft ? close(last) : [];
      const block: Block = { index: nextIndex++, soft, ended: false, waiting: [] };
      queue.push(block);
      const start = send(block, blockEvent("content_block_start", block, { content_block: content }));
      return { block, events: [...before, ...start] };
    },
    delta: (block, delta) => send(block, blockEvent("content_block_delta", block, { delta })),
    close,
    closeAll: () => [...queue].flatMap(close),
  };
}

function blockEvent(type: string, block: Block, fields: Record<string, unknown>): DialectEvent {
  return { event: type, data: { type, index: block.index, ...fields } };
}
