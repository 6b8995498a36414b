import { vi } from "vitest";
import type { GatewayOptions, TestGateway } from "./gateway.ts";
import { openPooledGateway } from "./pooled-gateway.ts";
import { startedOnce } from "./started-once.ts";

/**
 * One gateway for all tests of a file. Options that an earlier hook finds out are given as a function. A start that takes
 * too long is reported where the file asked for it, which is what `defineHelper` does.
 */
export const sharedGateway = vi.defineHelper((options: GatewayOptions | (() => GatewayOptions) = {}): TestGateway => {
  const start = () => openPooledGateway(typeof options === "function" ? options() : options);
  return startedOnce("gateway", start, (gateway) => gateway.stop());
});
