import { createServer } from "node:http";
import Provider from "oidc-provider";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Registers the gateway's redirect URL; until then the provider does not respond. */
  allow(redirectUrl: string): void;
  close(): Promise<void>;
};

/**
 * Starts a certified OpenID Connect provider with its own pages for signing in and consent. It accepts every password,
 * and the user name is the email address, which it returns only from the userinfo endpoint, not in the id token.
 */
export async function startOpenIdProvider(): Promise<OpenIdProvider> {
  let answer: ReturnType<Provider["callback"]> | undefined;
  const server = createServer((incoming, outgoing) => {
    if (answer) return answer(incoming, outgoing);
    outgoing.writeHead(503).end();
  });
  const { url: issuer, close } = await listenLocally(server);
  const [clientId, clientSecret] = ["switchboard", "the-secret-of-the-client-at-the-provider"];
  return {
    issuer,
    clientId,
    clientSecret,
    allow(redirectUrl) {
      const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUrl] };
      answer = new Provider(issuer, {
        clients: [client],
        claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
        cookies: { keys: ["a key of this test"] },
        findAccount: (_context, id) => ({
          accountId: id,
          claims: () => ({ sub: id, email: id, email_verified: true, name: `${id.split("@")[0]} of the provider` }),
        }),
      }).callback();
    },
    close,
  };
}
