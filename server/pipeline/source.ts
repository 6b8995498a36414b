import type { Readable } from "node:stream";

/** Takes a piece of the caller's stream; answers a promise when no more may come until it resolves. */
export type Take = (piece: Uint8Array | string) => Promise<void> | undefined;

type Piece = Uint8Array | string;

/** The pieces of one attempt's stream, in the caller's dialect. */
export type Source = {
  /**
   * Gives pieces as they come until `enough` says so after one of them, or the stream has ended. It may be called
   * again for the rest. Rejects when the upstream fails, when a piece cannot be read, and when `take` rejects.
   */
  flow(take: Take, enough: () => boolean): Promise<void>;
};

/** The pieces that a generator yields. */
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
 * The pieces that `read` makes of a body's chunks, each passed on in the event that brought it: a promise a chunk
 * would cost about as much as reading it. `read` answers undefined when a chunk completes nothing, and a promise when
 * reading takes long; `broken` says that what came after the last piece cannot be read.
 */
export function pushedSource(
  body: Readable,
  read: (chunk: Buffer) => Piece | undefined | Promise<Piece | undefined>,
  broken: () => Error | undefined,
): Source {
  let ended = false;
  let failure: unknown;
  // An error between two calls must not be lost, nor end the process for want of a listener.
  body.once("end", () => {
    ended = true;
  });
  body.once("error", (error) => {
    failure = error;
  });
  return {
    flow: (take, enough) =>
      new Promise((done, fail) => {
        if (enough()) return done();
        if (failure ?? broken()) return fail(failure ?? broken());
        if (ended) return done();
        // While a piece is being read the body's end has to wait for it.
        let isReading = false;
        const leave = (settle: () => void) => {
          body.pause();
          body.off("data", pass).off("end", end).off("error", stop);
          settle();
        };
        const end = () => isReading || leave(done);
        const stop = (error: unknown) => isReading || leave(() => fail(error));
        const give = (piece: Piece | undefined) => {
          const waiting = piece === undefined ? undefined : take(piece);
          if (enough()) return leave(done);
          const error = broken();
          if (error && !waiting) return stop(error);
          if (!waiting) return;
          body.pause();
          waiting.then(() => (error ? stop(error) : body.resume()), stop);
        };
        const later = (piece: Piece | undefined) => {
          isReading = false;
          body.resume();
          try {
            give(piece);
          } catch (error) {
            return stop(error);
          }
          if (failure !== undefined) stop(failure);
          else if (ended) end();
        };
        const cannot = (error: unknown) => {
          isReading = false;
          stop(error);
        };
        const pass = (chunk: Buffer) => {
          try {
            const piece = read(chunk);
            if (!(piece instanceof Promise)) return give(piece);
            isReading = true;
            body.pause();
            piece.then(later, cannot);
          } catch (error) {
            stop(error);
          }
        };
        body.on("data", pass).once("end", end).once("error", stop);
        body.resume();
      }),
  };
}
