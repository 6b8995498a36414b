import { readDocument } from "#server/catalogue/refresh/document.ts";
import { fetchSource } from "#server/catalogue/refresh/fetch-source.ts";
import { planRefresh, type RefreshPlan } from "#server/catalogue/refresh/plan.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type Source = { from?: string | undefined; document?: unknown };

/** Plans a refresh from the source that the caller names, otherwise from the one in the environment. */
export async function planOf(gateway: Gateway, source: Source): Promise<RefreshPlan> {
  const nowMs = gateway.now();
  const today = new Date(nowMs).toISOString().slice(0, 10);
  return planRefresh(readDocument(await textOf(gateway, source), gateway.catalogue, today), gateway.catalogue, nowMs);
}

function textOf({ environment, egress, publicEgress }: Gateway, { from, document }: Source): Promise<string> {
  if (document) return Promise.resolve(JSON.stringify(document));
  const named = environment.PRICES_FROM;
  const source = from ?? named;
  if (!source) throw new HttpError(400, "Invalid request: set from or document to a price source, or set PRICES_FROM");
  return fetchSource(source, { named, egress, publicEgress });
}
