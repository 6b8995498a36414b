declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Account = { accountId: string; claims(): Record<string, unknown> };
  type Configuration = {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
    claims: Record<string, string[]>;
    cookies: { keys: string[] };
    findAccount(context: unknown, id: string): Account;
    scopes?: string[];
    ttl?: Record<string, number>;
    features?: Record<string, object>;
  };
  type Provider = {
    callback(): (incoming: IncomingMessage, outgoing: ServerResponse) => void;
    AccessToken: { find(token: string): Promise<{ isValid: boolean } | undefined> };
  };
  const Provider: new (issuer: string, configuration: Configuration) => Provider;
  export = Provider;
}
