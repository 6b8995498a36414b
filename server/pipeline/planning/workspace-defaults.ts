import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { SortBy } from "#server/catalogue/sorting-variant.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";

type Body = Record<string, unknown>;

/** Returns the body with the workspace's default model if it names none, else the same body. */
export function withDefaultModel(
  { accounts }: PipelineGateway,
  { workspaceId }: Principal,
  body: Body,
  kind?: "textModel" | "imageModel",
): Body {
  const model = !kind || namesModel(body) ? undefined : accounts.workspaceNow(workspaceId)?.defaults[kind];
  return model ? withNumbersOf(body, { ...body, model }) : body;
}

/** Returns the workspace's provider sorting, if the body sets none. */
export function defaultSort({ accounts }: PipelineGateway, { workspaceId }: Principal, body: Body): SortBy | undefined {
  const sort = sorts(body) ? undefined : accounts.workspaceNow(workspaceId)?.defaults.providerSort;
  return (sort as SortBy | null | undefined) ?? undefined;
}

function namesModel({ model, models, fallbacks }: Body): boolean {
  return Boolean(model) || [models, fallbacks].some((list) => Array.isArray(list) && list.length > 0);
}

function sorts({ provider, route }: Body): boolean {
  const { sort, order } = (provider ?? {}) as ProviderRouting;
  return Boolean(sort) || Boolean(order?.length) || route === "sort";
}
