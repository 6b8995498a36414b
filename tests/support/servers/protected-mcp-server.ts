import { createServer, request as send } from "node:http";
import Provider from "oidc-provider";
import { listenLocally } from "#tests/support/network/listen-locally.ts";
import { startMcpServer } from "./mcp-server.ts";

export type ProtectedMcpServer = {
  url: string;
  /** Access tokens that were used, in order. */
  used: string[];
  /** Delays token requests until `release` is called; `requested` resolves with the first one. */
  holdTokens(): { requested: Promise<void>; release(): void };
  /** Signs in and gives consent like a person. Returns the parameters with which the browser is sent back. */
  agree(authorizationUrl: string): Promise<{ code: string; state: string; redirectUrl: string }>;
  close(): Promise<void>;
};

/**
 * Starts an MCP server behind a certified authorization server at the same address, with dynamic registration, PKCE,
 * rotation of refresh tokens and revocation. `tokenSeconds`: how long an access token is valid.
 */
export async function startProtectedMcpServer(tokenSeconds = 3600): Promise<ProtectedMcpServer> {
  const mcp = await startMcpServer();
  const used: string[] = [];
  let provider: InstanceType<typeof Provider> | undefined;
  let heldRequest = { requested(): void {}, released: Promise.resolve() };
  const server = createServer(async (request, response) => {
    const origin = `http://${request.headers.host}`;
    if (request.url === "/.well-known/oauth-protected-resource/mcp") {
      const metadata = { resource: `${origin}/mcp`, authorization_servers: [origin], scopes_supported: SCOPES };
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata));
    }
    if (request.url === "/token") {
      heldRequest.requested();
      await heldRequest.released;
    }
    if (request.url !== "/mcp") return void provider?.callback()(request, response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!(await provider?.AccessToken.find(token))?.isValid) return void response.writeHead(401).end();
    used.push(token);
    const upstream = send(mcp.url, { method: request.method, headers: request.headers }, (reply) => {
      response.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(response);
    });
    request.pipe(upstream);
  });
  const { url: issuer, close } = await listenLocally(server);
  provider = new Provider(issuer, {
    clients: [],
    claims: { openid: ["sub"] },
    scopes: SCOPES,
    cookies: { keys: ["a key of this test"] },
    ttl: { AccessToken: tokenSeconds },
    features: {
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: () => ({
          scope: SCOPES.join(" "),
          accessTokenFormat: "opaque",
          accessTokenTTL: tokenSeconds,
        }),
        useGrantedResource: () => true,
      },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  });
  return {
    url: `${issuer}/mcp`,
    used,
    holdTokens() {
      const requested = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      heldRequest = { requested: requested.resolve, released: released.promise };
      return { requested: requested.promise, release: released.resolve };
    },
    agree: (authorizationUrl) => signInAndConsent(issuer, authorizationUrl),
    async close() {
      await close();
      await mcp.close();
    },
  };
}

const SCOPES = ["openid", "offline_access"];

/** Follows the provider's pages: signs in with any name and password, and gives consent. */
async function signInAndConsent(issuer: string, authorizationUrl: string) {
  const jar = new Map<string, string>();
  let next: { url: string; body?: URLSearchParams } = { url: authorizationUrl };
  for (let hops = 0; hops < 20; hops++) {
    const response = await fetch(next.url, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(next.body && { method: "POST", body: next.body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (location) {
      const to = new URL(location, issuer);
      const [code, state] = [to.searchParams.get("code"), to.searchParams.get("state")];
      if (code && state) return { code, state, redirectUrl: to.origin + to.pathname };
      next = { url: to.href };
      continue;
    }
    const page = await response.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`the provider says: ${page.slice(0, 2000)}`);
    next = { url: next.url, body: new URLSearchParams({ prompt, login: "ada", password: "any" }) };
  }
  throw new Error("the provider did not come to an end");
}
