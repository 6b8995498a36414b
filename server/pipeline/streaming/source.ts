import type { Receiver, UpstreamBody } from "#server/providers/exchange/upstream-body.ts";

/** Takes a piece of the caller's stream; returns a promise if the next piece must wait for it. */
export type Take = (piece: Uint8Array | string) => Promise<void> | undefined;

type Piece = Uint8Array | string;

/** The pieces of one attempt's stream, in the caller's dialect. */
export type Source = {
  /**
   * Passes pieces to `take` until `enough` returns true after one of them or the stream has ended. May be called again
   * for the rest. Rejects if the upstream fails, a piece cannot be read, or `take` rejects.
   */
  flow(take: Take, enough: () => boolean): Promise<void>;
};

/** Returns a source of the pieces that a generator yields. */
export function generatedSource(pieces: AsyncGenerator<Uint8Array | string, void, void>): Source {
  return {
    async flow(take, enough) {
      while (!enough()) {
        const next = await pieces.next();
        if (next.done) return;
        await take(next.value);
      }
    },
  };
}

/**
 * Returns a source of the pieces that `read` makes of a body's chunks, each passed on synchronously: a promise for
 * every chunk would cost about as much as reading it. `read` returns undefined if a chunk completes nothing, and a
 * promise if reading takes long. `broken` returns the error if data after the last piece is invalid.
 */
export function pushedSource(
  body: UpstreamBody,
  read: (chunk: Buffer) => Piece | undefined | Promise<Piece | undefined>,
  broken: () => Error | undefined,
): Source {
  return {
    flow: (take, enough) =>
      new Promise((done, fail) => {
        const failure = broken();
        if (enough()) return done();
        if (failure) return fail(failure);
        const stop = (error: unknown) => {
          body.pause();
          fail(error);
        };
        /** Returns whether the next piece may follow immediately. */
        const give = (piece: Piece | undefined): boolean => {
          const waiting = piece === undefined ? undefined : take(piece);
          if (enough()) {
            body.pause();
            done();
            return false;
          }
          const error = broken();
          if (error && !waiting) stop(error);
          if (!waiting) return !error;
          body.pause();
          waiting.then(() => (error ? fail(error) : body.flow(receiver)), fail);
          return false;
        };
        const later = (piece: Piece | undefined) => {
          try {
            if (give(piece)) body.flow(receiver);
          } catch (error) {
            stop(error);
          }
        };
        const data = (chunk: Buffer) => {
          try {
            const piece = read(chunk);
            if (!(piece instanceof Promise)) return void give(piece);
            body.pause();
            piece.then(later, fail);
          } catch (error) {
            stop(error);
          }
        };
        const receiver: Receiver = { data, end: done, failed: fail };
        body.flow(receiver);
      }),
  };
}
