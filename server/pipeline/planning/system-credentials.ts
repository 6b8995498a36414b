import { faultOfAddress, KEY, NO_KEY } from "#server/env.ts";
import type { Provider } from "#server/providers/provider.ts";

/** How this installation reaches a provider on its own account. */
export type SystemCredential = { credential: string; baseUrl: string };

/** House credentials by provider id; a provider without one can only be reached with a caller's own key. */
export type SystemCredentials = Map<string, SystemCredential>;

/**
 * Reads each provider's key and address from the environment. A provider that needs no key is in the house
 * only when its address is named. Throws a sentence for an address or a key that no call can be made with.
 */
export function readSystemCredentials(
  providers: Iterable<Provider>,
  variables: Readonly<Record<string, string>>,
): SystemCredentials {
  const systemCredentials: SystemCredentials = new Map();
  for (const provider of providers) {
    const named = variables[provider.baseUrlVariable];
    if (named) refuseBadAddress(provider, named);
    const baseUrl = addressOf(provider, variables);
    const credential = credentialOf(provider, variables);
    const keyless = !provider.keyVariable && (named !== undefined || provider.id === "local");
    if (credential !== undefined || keyless)
      systemCredentials.set(provider.id, { credential: credential ?? "", baseUrl });
  }
  return systemCredentials;
}

/** Where a provider is reached, without a trailing slash: where the operator says, else where its vendor does. */
export function addressOf(provider: Provider, variables: Readonly<Record<string, string>>): string {
  return (variables[provider.baseUrlVariable] ?? provider.baseUrl).replace(/\/+$/, "");
}

function credentialOf(provider: Provider, variables: Readonly<Record<string, string>>): string | undefined {
  const variable = provider.keyVariable ?? provider.optionalKeyVariable;
  const credential = variable ? variables[variable] : undefined;
  if (credential && !KEY.test(credential)) throw new Error(`The environment variable ${variable} is wrong: ${NO_KEY}.`);
  return credential;
}

function refuseBadAddress(provider: Provider, address: string): void {
  const fault = faultOfAddress(address) ?? faultOfVersion(provider, address);
  if (fault) throw new Error(`The environment variable ${provider.baseUrlVariable} is wrong: ${fault}.`);
}

/** Some vendors' own clients take the address with the version, others without: the wrong way each call would be a 404. */
function faultOfVersion({ name, baseUrl }: Provider, address: string): string | undefined {
  const [named, own] = [new URL(address), new URL(baseUrl)];
  if (named.host !== own.host || own.pathname.replace(/\/$/, "") === named.pathname.replace(/\/+$/, ""))
    return undefined;
  const isOther = own.pathname === "/" ? /^\/v\d[^/]*\/*$/.test(named.pathname) : named.pathname === "/";
  return isOther ? `${name} is reached at ${baseUrl}` : undefined;
}
