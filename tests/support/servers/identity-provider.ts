import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

export type IdentityProvider = {
  issuer: string;
  /** The user who signs in next. */
  user: { sub: string; email: string; name: string; email_verified?: boolean | string; groups?: unknown };
  /** The scopes that the last sign-in asked for. */
  scopes: string[];
  clientSecret: string;
  close(): Promise<void>;
};

/** A small OpenID Connect provider (code flow with PKCE, RS256) that signs everybody in as `user`. */
export async function startIdentityProvider(): Promise<IdentityProvider> {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pendingRequests = new Map<string, URLSearchParams>();
  const user: IdentityProvider["user"] = { sub: "user-1", email: "ada@example.com", name: "Ada" };
  const provider = { issuer: "", user, clientSecret: "the secret of the client", scopes: [] as string[] };

  const discovery = () => ({
    issuer: provider.issuer,
    authorization_endpoint: `${provider.issuer}/authorize`,
    token_endpoint: `${provider.issuer}/token`,
    jwks_uri: `${provider.issuer}/keys`,
    id_token_signing_alg_values_supported: ["RS256"],
  });
  const authorize = (query: URLSearchParams, outgoing: ServerResponse) => {
    const code = crypto.randomUUID();
    provider.scopes = (query.get("scope") ?? "").split(" ");
    pendingRequests.set(code, query);
    const back = new URL(query.get("redirect_uri") as string);
    back.searchParams.set("code", code);
    back.searchParams.set("state", query.get("state") as string);
    outgoing.writeHead(302, { location: back.href }).end();
  };
  const token = (form: URLSearchParams) => {
    const query = pendingRequests.get(form.get("code") ?? "");
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const isRight = form.get("client_secret") === provider.clientSecret && query?.get("code_challenge") === verifier;
    if (!query || !isRight) return { error: "invalid_grant" };
    return { access_token: "access", token_type: "Bearer", id_token: idTokenOf(query) };
  };
  const idTokenOf = (query: URLSearchParams) => {
    const nowSeconds = Math.floor(Date.now() / 1000);
    const claims = {
      iss: provider.issuer,
      aud: query.get("client_id"),
      nonce: query.get("nonce") ?? undefined,
      iat: nowSeconds,
      exp: nowSeconds + 300,
      email_verified: true,
      ...provider.user,
    };
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const signed = `${part({ alg: "RS256", kid: "1" })}.${part(claims)}`;
    return `${signed}.${sign("sha256", Buffer.from(signed), privateKey).toString("base64url")}`;
  };
  const keys = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] };
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url as string, provider.issuer);
    if (pathname === "/authorize") return authorize(searchParams, outgoing);
    const response =
      pathname === "/token"
        ? token(new URLSearchParams(await textOf(incoming)))
        : pathname === "/keys"
          ? keys
          : discovery();
    outgoing
      .writeHead("error" in response ? 400 : 200, { "content-type": "application/json" })
      .end(JSON.stringify(response));
  });
  const { url, close } = await listenLocally(server);
  provider.issuer = url;
  return Object.assign(provider, { close });
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
