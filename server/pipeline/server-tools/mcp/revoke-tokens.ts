import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import type { OauthState } from "./oauth-state.ts";

const TIMEOUT_MS = 5_000;

/** Asks the authorization server to revoke the tokens (RFC 7009), if it can. A failure is logged. */
export async function revokeTokens(
  { allowedEgress, log }: Pick<PipelineGateway, "allowedEgress" | "log">,
  { client, discovery, tokens }: OauthState,
): Promise<void> {
  const endpoint = (discovery?.authorizationServerMetadata as { revocation_endpoint?: string } | undefined)
    ?.revocation_endpoint;
  if (!endpoint || !client || !tokens) return;
  const { client_id: id, client_secret: secret } = client;
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret ?? "")}`).toString("base64");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    ...(secret && { authorization: `Basic ${basic}` }),
  };
  const send = upstreamFetch(allowedEgress);
  for (const token of [tokens.refresh_token, tokens.access_token]) {
    if (!token) continue;
    const body = new URLSearchParams({ token, ...(!secret && { client_id: id }) }).toString();
    const init = { method: "POST", headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) };
    const status = await send(endpoint, init).then(
      (response) => response.status,
      () => undefined,
    );
    if (status !== 200) log.warn({ status }, "an authorization server did not revoke a token of an MCP server");
  }
}
