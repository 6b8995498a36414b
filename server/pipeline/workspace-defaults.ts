import type { ProviderRouting } from "#lib/contract/routing.ts";
import type { Principal } from "#server/auth/principal.ts";
import type { Gateway } from "#server/gateway.ts";

type Body = Record<string, unknown>;

/**
 * The body with the workspace's default model where it names none, and its default order of providers where it does
 * not say how to sort. The same body where nothing is to be added.
 */
export function withWorkspaceDefaults(
  { accounts }: Gateway,
  { workspaceId }: Principal,
  body: Body,
  kind?: "textModel" | "imageModel",
): Body {
  const defaults = accounts.workspaceNow(workspaceId)?.defaults;
  const model = !kind || namesModel(body) ? undefined : defaults?.[kind];
  const sort = sorts(body) ? undefined : defaults?.providerSort;
  if (!model && !sort) return body;
  return { ...body, ...(model && { model }), ...(sort && { provider: { ...(body.provider ?? {}), sort } }) };
}

function namesModel({ model, models, fallbacks }: Body): boolean {
  return Boolean(model) || [models, fallbacks].some((list) => Array.isArray(list) && list.length > 0);
}

function sorts({ provider, route }: Body): boolean {
  const { sort, order } = (provider ?? {}) as ProviderRouting;
  return Boolean(sort) || Boolean(order?.length) || route === "sort";
}
