import type { OAuthDiscoveryState } from "@modelcontextprotocol/sdk/client/auth.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { McpServerRow } from "#server/data/mcp-servers.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";

/** An authorization that a person has started in their browser. */
export type PendingAuthorization = {
  state: string;
  /** The code verifier of PKCE. */
  verifier?: string;
  /** The console session, or the management key, that started it. */
  starter: string;
  redirectUrl: string;
  expiresAtMs: number;
};

/** The OAuth state of a registered server, which is stored sealed. */
export type OauthState = {
  client?: OAuthClientInformationMixed;
  discovery?: OAuthDiscoveryState;
  tokens?: OAuthTokens;
  /** When the access token expires; absent: unknown. */
  expiresAtMs?: number;
  pending?: PendingAuthorization;
};

type Parts = Pick<PipelineGateway, "mcpVault">;

/** Returns the OAuth state of a server; undefined without OAuth, and if no known secret decrypts it. */
export function openOauth(
  { mcpVault }: Parts,
  { id, sealedOauth }: Pick<McpServerRow, "id" | "sealedOauth">,
): OauthState | undefined {
  const text = sealedOauth === null ? undefined : mcpVault.open(sealedOauth, id);
  return text === undefined ? undefined : (JSON.parse(text) as OauthState);
}

export function sealOauth({ mcpVault }: Parts, id: string, state: OauthState): string {
  return mcpVault.seal(JSON.stringify(state), id);
}
