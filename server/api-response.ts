/**
 * Receives the bytes of a stream. `write` returns false if the client is slower than the upstream; `drained` then
 * resolves once it has caught up or disconnected.
 */
export type Sink = {
  write(chunk: Uint8Array | string): boolean;
  drained(): Promise<void>;
  /** Signals that the response ends in this turn of the event loop, so the remaining writes may be combined. */
  ending?(): void;
};

/** A body that pushes its bytes. It ends when the promise resolves; if it rejects, the connection is cut. */
export type Push = (sink: Sink) => Promise<void>;

/** The result of an operation that is not plain JSON data; every response is converted to it in the end. */
export type ApiResponse = {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array | Push | null;
};
