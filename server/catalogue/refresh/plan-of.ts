import type { Dispatcher } from "undici";
import type { Catalogue } from "#server/catalogue/catalogue.ts";
import { HttpError } from "#server/errors.ts";
import { readDocument } from "./document.ts";
import { fetchSource } from "./fetch-source.ts";
import { planRefresh, type RefreshPlan } from "./plan.ts";

type Source = { from?: string | undefined; document?: unknown };

/** The parts of the gateway that a plan needs. */
export type Planning = {
  environment: { PRICES_FROM?: string | undefined };
  catalogue: Catalogue;
  egress: Dispatcher;
  publicEgress: Dispatcher;
  now(): number;
};

/**
 * Plans a refresh from the source that the caller names, otherwise from the one in the environment. Throws HttpError 400
 * for an invalid source and 502 for one that does not respond.
 */
export async function planOf(gateway: Planning, source: Source): Promise<RefreshPlan> {
  const nowMs = gateway.now();
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return planRefresh(readDocument(await textOf(gateway, source), gateway.catalogue, today), gateway.catalogue, nowMs);
}

function textOf({ environment, egress, publicEgress }: Planning, { from, document }: Source): Promise<string> {
  if (document) return Promise.resolve(JSON.stringify(document));
  const named = environment.PRICES_FROM;
  const source = from ?? named;
  if (!source) throw new HttpError(400, "Invalid request: set from or document to a price source, or set PRICES_FROM");
  return fetchSource(source, { named, egress, publicEgress });
}
