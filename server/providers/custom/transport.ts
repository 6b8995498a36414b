import { parseCredential } from "../cloud/parsed-credential.ts";
import type { Transport } from "../cloud/transport.ts";

/** The secrets of a custom provider. Kept as JSON, which is its credential. Names of headers are in lower case. */
export type CustomSecrets = { api_key: string | null; secret_headers: Record<string, string> };

/** Sends a key in the header of the server's API, and the administrator's headers after it, so that they win. */
export function customTransport(keyHeaders: (key: string) => Record<string, string>): Transport {
  return {
    async prepare({ path, ...outgoing }, { baseUrl, credential }) {
      const { api_key: key, secret_headers: secretHeaders } = parseCredential<CustomSecrets>(credential);
      const headers = { ...outgoing.headers, ...(key && keyHeaders(key)), ...secretHeaders };
      return { ...outgoing, url: baseUrl + path, headers };
    },
  };
}
