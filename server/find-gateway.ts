import type { Gateway } from "#server/gateway.ts";

// On the global object, because each route bundle has its own copy of this module.
const holder = globalThis as { switchboardGateway?: Gateway; switchboardOpening?: Promise<Gateway> };

/** Returns the open gateway; undefined until it is open. */
export function findGateway(): Gateway | undefined {
  return holder.switchboardGateway;
}

/**
 * Opens the gateway on the first call and returns it on each: our own process calls this at its start, a route does
 * under plain `next start`.
 */
export function openOnce(): Promise<Gateway> {
  holder.switchboardOpening ??= open();
  return holder.switchboardOpening;
}

async function open(): Promise<Gateway> {
  const { openGateway } = await import("./open.ts");
  const gateway = await openGateway();
  holder.switchboardGateway = gateway;
  return gateway;
}
