import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { PipelineGateway } from "../pipeline-gateway.ts";
import { permitsPlugin } from "../server-tools/check-tools.ts";

/**
 * Returns the body with the workspace's default plugins after its own; a plugin that the request names replaces the
 * default. A default that the caller may not use is omitted, since the caller did not request it. Returns the same body
 * if there is nothing to add.
 */
export function withDefaultPlugins(gateway: PipelineGateway, principal: Principal, body: Body): Body {
  const defaults = gateway.accounts.workspaceNow(principal.workspaceId)?.plugins;
  if (!defaults?.length) return body;
  const named = recordsOf(body.plugins);
  const added = defaults.filter(
    ({ id }) => !named.some((plugin) => plugin.id === id) && permitsPlugin(gateway, principal, id),
  );
  return added.length > 0 ? withNumbersOf(body, { ...body, plugins: [...named, ...added] }) : body;
}
