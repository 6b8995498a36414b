import { beforeAll } from "vitest";

/**
 * Starts a thing before the tests of the file that calls this at its top, and stops it after them, what was shared last
 * first. The object answered may be handed on at once, is filled by the hook, and says so when it is used before.
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
      // Checks whether a function's result is a promise.
      if (property === "then") return undefined;
      if (Object.keys(target).length === 0)
        throw new Error(`the ${name} has not been started: use it in a hook or a test`);
      return Reflect.get(target, property);
    },
  });
}
