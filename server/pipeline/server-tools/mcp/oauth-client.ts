import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { boundedFetch } from "./bounded-fetch.ts";
import { McpFailure } from "./mcp-connection.ts";
import type { OauthState } from "./oauth-state.ts";

/** Size limit of one response from an authorization server. */
const MAX_BYTES = 1024 * 1024;
const TIMEOUT_MS = 15_000;

/**
 * Runs the official SDK's OAuth client for a registered server: discovery, dynamic registration, PKCE, exchange of
 * `code`, refresh. Changes `state`. Returns the address at which a person must consent; undefined once there are
 * tokens. Rejects with an McpFailure.
 */
export async function authorize(
  gateway: Pick<PipelineGateway, "allowedEgress" | "now">,
  serverUrl: string,
  state: OauthState,
  code?: string,
): Promise<URL | undefined> {
  const agree: { at?: URL } = {};
  const send = boundedFetch(upstreamFetch(gateway.allowedEgress), MAX_BYTES);
  const fetchFn: typeof fetch = (input, init) => send(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  const options = { serverUrl, fetchFn, ...(code !== undefined && { authorizationCode: code }) };
  try {
    const result = await auth(provider(gateway, state, agree), options);
    if (result === "AUTHORIZED") return undefined;
  } catch {
    throw new McpFailure("did not grant access: its authorization server failed or rejected the request");
  }
  // A script of a hostile server would run in the console.
  if (agree.at?.protocol === "https:" || agree.at?.protocol === "http:") return agree.at;
  throw new McpFailure("has an authorization server without a web address");
}

function provider({ now }: Pick<PipelineGateway, "now">, state: OauthState, agree: { at?: URL }): OAuthClientProvider {
  const redirectUrl = state.pending?.redirectUrl ?? "http://localhost/";
  return {
    redirectUrl,
    clientMetadata: {
      client_name: "Switchboard",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    },
    state: () => state.pending?.state ?? "",
    clientInformation: () => state.client,
    saveClientInformation(client) {
      state.client = client;
    },
    tokens: () => state.tokens,
    saveTokens(tokens) {
      state.tokens = tokens;
      delete state.expiresAtMs;
      if (tokens.expires_in !== undefined) state.expiresAtMs = now() + tokens.expires_in * 1000;
    },
    redirectToAuthorization(url) {
      agree.at = url;
    },
    saveCodeVerifier(verifier) {
      if (state.pending) state.pending.verifier = verifier;
    },
    codeVerifier: () => state.pending?.verifier ?? "",
    discoveryState: () => state.discovery,
    saveDiscoveryState(discovery) {
      state.discovery = discovery;
    },
    invalidateCredentials(scope) {
      if (scope === "all" || scope === "client") delete state.client;
      if (scope === "all" || scope === "tokens") delete state.tokens;
      if (scope === "all" || scope === "discovery") delete state.discovery;
    },
  };
}
