import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { engineError } from "../optional-engine.ts";
import type { SpokenMessage, ToSay } from "./flite-worker.ts";

type Waiting = { done(wav: Uint8Array): void; fail(error: unknown): void };

let worker: Worker | undefined;
const waiting = new Map<number, Waiting>();
let lastId = 0;

/** Returns a text spoken by Flite as a WAV file. Runs in a separate thread that starts on first use. */
export function flite(toSay: Omit<ToSay, "id">): Promise<Uint8Array> {
  worker ??= startWorker();
  lastId += 1;
  const id = lastId;
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  waiting.set(id, { done: resolve, fail: reject });
  worker.ref();
  worker.postMessage({ id, ...toSay } satisfies ToSay);
  return promise;
}

function startWorker(): Worker {
  // A path from the project folder, so that bundles find it too.
  const started = new Worker(
    join(/*turbopackIgnore: true*/ process.cwd(), "server/providers/local/speech/flite-worker.ts"),
  );
  started.on("message", (message: SpokenMessage) => {
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (waiting.size === 0) started.unref();
    if ("wav" in message) pending?.done(message.wav);
    else pending?.fail(new Error(message.error));
  });
  started.on("error", (error) => {
    worker = undefined;
    for (const { fail } of waiting.values()) fail(engineError(error, "local/flite"));
    waiting.clear();
  });
  return started;
}
