import { LRUCache } from "lru-cache";

/** The input and output of a response and of those before it. */
export type Conversation = { items: readonly unknown[]; sizeBytes: number };

/** Keeps conversations that open connections may continue, in this process's memory only. */
export type Conversations = {
  keep(connection: string, responseId: string, conversation: Conversation): void;
  find(connection: string, responseId: string): Conversation | undefined;
  drop(connection: string, responseId: string): void;
};

/** A conversation that is evicted costs its client one full request. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Creates an empty memory. The conversations that have not been used for the longest time are evicted first. */
export function createConversations(): Conversations {
  const kept = new LRUCache<string, Conversation>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ sizeBytes }) => Math.max(1, sizeBytes),
  });
  return {
    keep: (connection, responseId, conversation) => void kept.set(`${connection} ${responseId}`, conversation),
    find: (connection, responseId) => kept.get(`${connection} ${responseId}`),
    drop: (connection, responseId) => void kept.delete(`${connection} ${responseId}`),
  };
}
