import { expect } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { recordOf } from "../calling.ts";

/** Expects that a request was charged by what the provider counted, with a proof that holds. */
export async function expectCharged(gateway: TestGateway, headers: Headers, provider: string): Promise<void> {
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ provider_name: provider, usage_estimated: false, unpriced_units: [] });
  expect(record.cost_nano_usd).toBeGreaterThan(0);
  expect(record.cost_proof.holds).toBe(true);
}
