import type { ResponseOf } from "#lib/contract/endpoint.ts";
import type { listModels } from "#lib/contract/models.ts";
import type { Gateway } from "#server/gateway.ts";
import type { CanAccess } from "#server/pipeline/planning/accessible-endpoints.ts";
import { type ListedModel, toListedModel } from "./listed-model.ts";
import { type ModelQuery, modelFilter } from "./model-filter.ts";
import { modelOrder } from "./model-order.ts";
import { modelRecord } from "./model-record.ts";

type Page = { offset: number; limit?: number | undefined };

/**
 * Returns a page of the models that match a query and `passes`, marked as available if the caller `reaches` them; `url`
 * is the request's, for the link to the next page.
 */
export function modelList(
  gateway: Gateway,
  reaches: CanAccess,
  query: ModelQuery & Page,
  url: string,
  passes: (listed: ListedModel) => boolean = () => true,
): ResponseOf<typeof listModels> {
  const found = gateway.catalogue
    .models()
    .map((model) => toListedModel(gateway, reaches, model))
    .filter(modelFilter(query, gateway.now()))
    .filter(passes)
    .sort(modelOrder(query.sort));
  const end = query.offset + (query.limit ?? found.length);
  return {
    object: "list",
    data: found.slice(query.offset, end).map(modelRecord),
    links: { next: end < found.length ? pathAt(url, end) : null },
    total_count: found.length,
  };
}

function pathAt(url: string, offset: number): string {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  searchParams.set("offset", String(offset));
  return `${pathname}?${searchParams}`;
}
