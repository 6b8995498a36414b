declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  type Account = { accountId: string; claims(): Record<string, unknown> };
  type Configuration = {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
    claims: Record<string, string[]>;
    cookies: { keys: string[] };
    findAccount(context: unknown, id: string): Account;
  };
  type Provider = { callback(): (incoming: IncomingMessage, outgoing: ServerResponse) => void };
  const Provider: new (issuer: string, configuration: Configuration) => Provider;
  export = Provider;
}
