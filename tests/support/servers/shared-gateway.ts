import { vi } from "vitest";
import type { GatewayOptions, TestGateway } from "./gateway.ts";
import { openPooledGateway } from "./pooled-gateway.ts";
import { startedOnce } from "./started-once.ts";

/**
 * Starts one gateway for all tests of a file. Pass a function for options that are only known after an earlier hook.
 * `defineHelper` reports a start that takes too long at the line in the test file.
 */
export const sharedGateway = vi.defineHelper((options: GatewayOptions | (() => GatewayOptions) = {}): TestGateway => {
  const start = () => openPooledGateway(typeof options === "function" ? options() : options);
  return startedOnce("gateway", start, (gateway) => gateway.stop());
});
