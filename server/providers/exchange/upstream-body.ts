/** Receives the chunks of a body until it is paused. At the end, exactly one of `end` and `failed` is called. */
export type Receiver = {
  data(chunk: Buffer): void;
  end(): void;
  failed(error: unknown): void;
};

/** The body of an upstream's response, delivered synchronously. */
export type UpstreamBody = {
  /** Passes buffered and new chunks to `receiver`. May be called again after a pause. */
  flow(receiver: Receiver): void;
  /** Stops delivery. New chunks are buffered up to a bound; beyond it the upstream must wait. */
  pause(): void;
  /** Discards an unread body and closes its connection. */
  destroy(): void;
};

/** Returns the start of a body as text, for error bodies; discards the rest and closes the connection. */
export function readBounded(body: UpstreamBody, limitBytes = 65_536): Promise<string> {
  return new Promise((done, failed) => {
    const chunks: Buffer[] = [];
    let sizeBytes = 0;
    const end = () => done(Buffer.concat(chunks).subarray(0, limitBytes).toString("utf8"));
    body.flow({
      data(chunk) {
        chunks.push(chunk);
        sizeBytes += chunk.byteLength;
        if (sizeBytes < limitBytes) return;
        body.destroy();
        end();
      },
      end,
      failed,
    });
  });
}

/** Returns a body that is already complete. */
export function bodyOf(whole: Buffer): UpstreamBody {
  let rest: Buffer | undefined = whole;
  let current: Receiver | undefined;
  return {
    flow(receiver) {
      const chunk = rest;
      rest = undefined;
      current = receiver;
      if (chunk) receiver.data(chunk);
      if (current === receiver) receiver.end();
    },
    pause() {
      current = undefined;
    },
    destroy() {
      rest = undefined;
      current = undefined;
    },
  };
}
