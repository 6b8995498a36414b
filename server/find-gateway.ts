import type { Gateway } from "#server/gateway.ts";

// On the global object, because each route bundle has its own copy of this module.
const holder = globalThis as { switchboardGateway?: Gateway; switchboardOpening?: Promise<Gateway> };

/** Returns the open gateway; undefined until it is open. */
export function findGateway(): Gateway | undefined {
  return holder.switchboardGateway;
}

/**
 * Opens the gateway once, on the first request for it: from our own process at start, or from a route under plain `next
 * start`.
 */
export function ready(): Promise<Gateway> {
  holder.switchboardOpening ??= open();
  return holder.switchboardOpening;
}

async function open(): Promise<Gateway> {
  const { openGateway } = await import("./open.ts");
  const opened = await openGateway();
  holder.switchboardGateway = opened;
  return opened;
}
