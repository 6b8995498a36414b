import { beforeAll } from "vitest";

/**
 * Starts something before the tests of the file that calls this at its top level, and stops it after them, in reverse
 * order. The returned object can be passed on immediately. The hook fills it, and using it earlier throws.
 */
export function startedOnce<Thing extends object>(
  name: string,
  start: () => Promise<Thing>,
  stop: (thing: Thing) => Promise<unknown>,
): Thing {
  const filled = {} as Thing;
  beforeAll(async () => {
    const started = await start();
    Object.assign(filled, started);
    return async () => {
      await stop(started);
    };
  });
  return new Proxy(filled, {
    get(target, property) {
      // JavaScript reads `then` to check whether a function's result is a promise.
      if (property === "then") return undefined;
      if (Object.keys(target).length === 0)
        throw new Error(`the ${name} has not been started: use it in a hook or a test`);
      return Reflect.get(target, property);
    },
  });
}
