import { randomBytes } from "node:crypto";
import { startMcpOauth as endpoint } from "#lib/contract/mcp-oauth.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { authorize } from "#server/pipeline/server-tools/mcp/oauth-client.ts";
import { type OauthState, sealOauth } from "#server/pipeline/server-tools/mcp/oauth-state.ts";
import { asBadGateway } from "./as-bad-gateway.ts";
import { changeMcpServer } from "./change-mcp-server.ts";
import { requireMcpServer } from "./require-mcp-server.ts";
import { starterOf } from "./starter-of.ts";

const VALID_MS = 10 * 60_000;

export const startMcpOauth = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body, headers, request } = call;
  const starter = starterOf(principal);
  const row = await requireMcpServer(gateway, principal, params.id);
  const address = gateway.environment.PUBLIC_URL ?? headers.get("origin") ?? request.url;
  const state: OauthState = {
    ...(body.client_id && {
      client: { client_id: body.client_id, ...(body.client_secret && { client_secret: body.client_secret }) },
    }),
    pending: {
      state: `${row.id}.${randomBytes(32).toString("base64url")}`,
      starter,
      redirectUrl: new URL(`/w/${workspaceSlug(gateway, row.workspaceId)}/mcp`, address).href,
      expiresAtMs: gateway.now() + VALID_MS,
    },
  };
  const agree = await asBadGateway(authorize(gateway, row.url, state));
  const data = await changeMcpServer(gateway, call, row, "start_oauth", () => ({
    sealedOauth: sealOauth(gateway, row.id, state),
  }));
  return { data, authorization_url: agree?.href ?? null };
});

function workspaceSlug({ accounts }: Gateway, workspaceId: string): string {
  return accounts.workspaceNow(workspaceId)?.slug ?? "default";
}
