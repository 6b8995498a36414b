/**
 * Takes the bytes of a stream as they come. `write` answers false when the client is slower than the upstream;
 * `drained` then resolves when it has caught up, or has gone.
 */
export type Sink = {
  write(chunk: Uint8Array | string): boolean;
  drained(): Promise<void>;
  /** What is written from now on may wait for the end of the answer, which comes in the same turn. */
  ending?(): void;
};

/** A body that is pushed as it comes. It ends when the promise resolves; when it rejects the connection is cut. */
export type Push = (sink: Sink) => Promise<void>;

/** What an operation answers when it is not plain JSON data, and what every answer becomes in the end. */
export type Reply = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | Push | null;
};
