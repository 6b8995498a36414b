/** Takes what comes of a body until the body is paused; at its end, exactly one of `end` and `failed`. */
export type Receiver = {
  data(chunk: Buffer): void;
  end(): void;
  failed(error: unknown): void;
};

/** The body of an upstream's reply, handed over in the event that brings it. */
export type UpstreamBody = {
  /** Gives what has come and what comes to `receiver`. It may be called again after a pause. */
  flow(receiver: Receiver): void;
  /** The receiver gets nothing more. What comes is kept, up to a bound past which the upstream has to wait. */
  pause(): void;
  /** Lets go of a body that nobody will read; its connection breaks off. */
  destroy(): void;
};

/** The start of a body as text, for error bodies; the rest is not read and its connection is closed. */
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

/** A body that has come as a whole. */
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
