import type { Writable } from "node:stream";

/** Resolves when a stream's buffer is empty or its connection has closed; at once if nothing waits. */
export function waitForDrain(stream: Writable): Promise<void> {
  return new Promise((done) => {
    if (stream.destroyed || !stream.writableNeedDrain) return done();
    const finish = () => {
      stream.off("drain", finish);
      stream.off("close", finish);
      done();
    };
    stream.once("drain", finish);
    stream.once("close", finish);
  });
}
