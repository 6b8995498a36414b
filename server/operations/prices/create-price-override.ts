import type { BodyOf } from "#lib/contract/endpoint.ts";
import { createPriceOverride as endpoint } from "#lib/contract/prices.ts";
import { recordChange } from "#server/audit/record-change.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findCredential } from "#server/data/credentials.ts";
import { insertOverride, type NewPrice } from "#server/data/prices.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { authorOf } from "./author-of.ts";
import { storedRecord } from "./price-record.ts";
import { publishPrices } from "./publish-prices.ts";

type OverrideBody = BodyOf<typeof endpoint>;

export const createPriceOverride = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  await rejectUnknown(gateway, principal, body);
  const values = {
    ...rowOf(body),
    ...spanOf(body, gateway.now()),
    createdAt: new Date(gateway.now()),
    createdBy: authorOf(principal),
  };
  const data = await gateway.database.queries.transaction(async (queries) => {
    const row = await insertOverride(queries, values);
    const after = storedRecord(gateway.catalogue, row, row.validFrom.getTime() <= gateway.now());
    const target = { type: "price", id: row.id, name: after.model_endpoint ?? after.provider };
    await recordChange(queries, call, { action: "price.override", target, after, workspaceId: null });
    return after;
  });
  await publishPrices(gateway);
  return { data };
});

async function rejectUnknown({ catalogue, database }: Gateway, { organizationId }: Principal, body: OverrideBody) {
  const { provider, model_endpoint, credential_id } = body;
  const endpoint = model_endpoint ? catalogue.endpoint(model_endpoint) : undefined;
  if (model_endpoint && !endpoint) throw invalid("model_endpoint: unknown model endpoint");
  if (provider && !catalogue.providers().some(({ id }) => id === provider)) throw invalid("provider: unknown provider");
  if (provider && endpoint && endpoint.provider !== provider)
    throw invalid("provider: does not match the model endpoint");
  if (!credential_id) return;
  const credential = await findCredential(database.queries, organizationId, credential_id);
  if (!credential) throw invalid("credential_id: unknown credential");
  const providerId = provider ?? endpoint?.provider ?? credential.provider;
  if (providerId !== credential.provider) throw invalid("credential_id: belongs to another provider");
}

function rowOf(body: OverrideBody): Omit<NewPrice, "validFrom" | "createdBy"> {
  return {
    id: `price_${crypto.randomUUID().replaceAll("-", "").slice(0, 24)}`,
    origin: "override",
    provider: body.provider ?? null,
    modelEndpoint: body.model_endpoint ?? null,
    credentialId: body.credential_id ?? null,
    unit: body.unit ?? null,
    nanoUsdPerMillion: body.nano_usd_per_million ?? null,
    discountBasisPoints: body.discount_basis_points ?? null,
    minPromptTokens: body.min_prompt_tokens,
    serviceTier: body.service_tier ?? null,
    variant: body.variant ?? null,
    hoursStartMinute: body.hours_utc?.start_minute ?? null,
    hoursEndMinute: body.hours_utc?.end_minute ?? null,
    source: body.source,
    sourceRevision: "",
    asOf: "",
    note: body.note ?? null,
  };
}

function spanOf({ valid_from, valid_to }: OverrideBody, nowMs: number) {
  const validFrom = valid_from ? new Date(valid_from) : new Date(nowMs);
  const validTo = valid_to ? new Date(valid_to) : null;
  if (validFrom.getTime() < nowMs) throw invalid("valid_from: must not be in the past");
  if (validTo && validTo <= validFrom) throw invalid("valid_to: must be after valid_from");
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return { validFrom, validTo, asOf: day, sourceRevision: day };
}

function invalid(why: string): HttpError {
  return new HttpError(400, `Invalid request: ${why}`);
}
