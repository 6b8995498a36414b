import { expect, test } from "vitest";
import { createCatalogue } from "#server/catalogue/catalogue.ts";
import type { Price } from "#server/catalogue/model.ts";
import type { OverrideTarget, PriceOverride } from "#server/catalogue/overrides.ts";
import { modelEndpoint } from "./model-endpoint.ts";

const ENDPOINT = "maker/one@host";
const CREDENTIAL = "11111111-1111-4111-8111-111111111111";
const NOW = Date.parse("2026-11-21T12:00:00Z");

function row(fields: Partial<Price> = {}): Price {
  return {
    id: "listed",
    modelEndpoint: ENDPOINT,
    unit: "input_tokens",
    nanoUsdPerMillion: 1000,
    minPromptTokens: 0,
    serviceTier: null,
    source: "test",
    sourceRevision: "1",
    asOf: "2026-11-01",
    disputed: false,
    ...fields,
  };
}

const nobody: OverrideTarget = { provider: null, modelEndpoint: null, credentialId: null };
const host = { ...nobody, provider: "host" };
const endpoint = { ...nobody, modelEndpoint: ENDPOINT };
const credential = { ...nobody, credentialId: CREDENTIAL };
const both = { ...credential, modelEndpoint: ENDPOINT };

function fixedPrice(target: OverrideTarget, nanoUsdPerMillion: number, fields: Partial<Price> = {}): PriceOverride {
  const price = row({ id: `fixed-${nanoUsdPerMillion}`, nanoUsdPerMillion, origin: "override", ...fields });
  return { ...target, validFrom: "2026-11-21T00:00:00.000Z", kind: "price", price };
}

type Scope = { unit?: Price["unit"]; serviceTier?: string; validFrom?: string; validTo?: string };

function off(target: OverrideTarget, basisPoints: number, scope: Scope = {}): PriceOverride {
  const { unit = null, serviceTier = null, validFrom = "2026-11-21T00:00:00.000Z", validTo } = scope;
  const span = { validFrom, ...(validTo && { validTo }) };
  return { ...target, ...span, kind: "discount", id: `off-${basisPoints}`, basisPoints, unit, serviceTier };
}

function pricesUnder(overrides: PriceOverride[], listed: Price[], credentialId: string | null) {
  const catalogue = createCatalogue({
    revision: "1",
    models: [],
    prices: listed,
    endpoints: [modelEndpoint(ENDPOINT, "one")],
  });
  catalogue.overlay({ models: [], endpoints: [], prices: [], overrides });
  return catalogue
    .pricesOf(ENDPOINT, NOW, credentialId)
    .map(({ nanoUsdPerMillion, discount }) =>
      discount ? [nanoUsdPerMillion, discount.basisPoints] : nanoUsdPerMillion,
    );
}

type Case = [rule: string, overrides: PriceOverride[], listed: Price[], credentialId: string | null, prices: unknown[]];

test.each<Case>([
  ["without an override, the listed price applies", [], [row()], null, [1000]],
  ["a provider's override takes precedence over the listed price", [fixedPrice(host, 900)], [row()], null, [900]],
  [
    "an endpoint's takes precedence over the provider's",
    [fixedPrice(endpoint, 800), fixedPrice(host, 900)],
    [row()],
    null,
    [800],
  ],
  [
    "a credential's takes precedence over the endpoint's",
    [fixedPrice(credential, 700), fixedPrice(endpoint, 800)],
    [row()],
    CREDENTIAL,
    [700],
  ],
  [
    "a credential's for this endpoint takes precedence over all others",
    [fixedPrice(both, 600), fixedPrice(credential, 700)],
    [row()],
    CREDENTIAL,
    [600],
  ],
  ["a credential's applies only to its own calls", [fixedPrice(credential, 700)], [row()], null, [1000]],
  ["another provider's does not apply", [fixedPrice({ ...nobody, provider: "other" }, 900)], [row()], null, [1000]],
  ["a discount is taken off the listed price", [off(host, 1000)], [row()], null, [[1000, 1000]]],
  [
    "discounts do not add up: the most specific one applies",
    [off(host, 1000), off(endpoint, 500)],
    [row()],
    null,
    [[1000, 500]],
  ],
  [
    "a discount is taken off an override with a wider target",
    [off(credential, 500), fixedPrice(endpoint, 800)],
    [row()],
    CREDENTIAL,
    [[800, 500]],
  ],
  [
    "a discount is not taken off an override with the same or a narrower target",
    [off(host, 500), fixedPrice(endpoint, 800)],
    [row()],
    null,
    [800],
  ],
  [
    "for one target, the discount that names the unit applies",
    [off(host, 500), off(host, 700, { unit: "input_tokens" })],
    [row()],
    null,
    [[1000, 700]],
  ],
  ["a discount for another unit does not apply", [off(host, 500, { unit: "output_tokens" })], [row()], null, [1000]],
  [
    "a discount for a tier applies only to that tier",
    [off(host, 500, { serviceTier: "flex" })],
    [row(), row({ id: "flex", serviceTier: "flex", nanoUsdPerMillion: 500 })],
    null,
    [1000, [500, 500]],
  ],
  [
    "an overriding price applies to every prompt length",
    [fixedPrice(endpoint, 800)],
    [row(), row({ id: "long", minPromptTokens: 200_001, nanoUsdPerMillion: 2000 })],
    null,
    [800],
  ],
  [
    "an overriding price applies at every hour",
    [fixedPrice(endpoint, 800)],
    [row(), row({ id: "noon", hoursUtc: { startMinute: 600, endMinute: 840 } })],
    null,
    [800],
  ],
  [
    "an overriding price does not change other units and tiers",
    [fixedPrice(endpoint, 800)],
    [row({ unit: "output_tokens" }), row({ id: "flex", serviceTier: "flex" })],
    null,
    [1000, 1000, 800],
  ],
  [
    "an overriding price with hours applies in those hours",
    [fixedPrice(endpoint, 800), fixedPrice(endpoint, 400, { hoursUtc: { startMinute: 600, endMinute: 840 } })],
    [row()],
    null,
    [400],
  ],
  [
    "an override that has ended does not apply",
    [off(host, 500, { validTo: "2026-11-21T12:00:00.000Z" })],
    [row()],
    null,
    [1000],
  ],
  [
    "an override that has not started does not apply",
    [off(host, 500, { validFrom: "2026-11-21T12:00:00.001Z" })],
    [row()],
    null,
    [1000],
  ],
  ["an item without a price gets one", [fixedPrice(endpoint, 800)], [], null, [800]],
])("%s", (_, overrides, listed, credentialId, prices) => {
  expect(pricesUnder(overrides, listed, credentialId)).toEqual(prices);
});
