import type { Provider } from "#server/providers/provider.ts";

/** How this installation reaches a provider on its own account. */
export type HouseCredential = { credential: string; baseUrl: string };

/** House credentials by provider id; a provider without one can only be reached with a caller's own key. */
export type House = Map<string, HouseCredential>;

/**
 * Reads each provider's key and address from the environment. A provider that needs no key is in the house
 * only when its address is named. Throws a sentence for an address that is not an HTTP(S) one.
 */
export function readHouse(providers: Iterable<Provider>, variables: Readonly<Record<string, string>>): House {
  const house: House = new Map();
  for (const provider of providers) {
    const named = variables[provider.baseUrlVariable];
    if (named) refuseBadAddress(provider.baseUrlVariable, named);
    const baseUrl = addressOf(provider, variables);
    const credential = credentialOf(provider, variables);
    const keyless = !provider.keyVariable && (named !== undefined || provider.id === "local");
    if (credential !== undefined || keyless) house.set(provider.id, { credential: credential ?? "", baseUrl });
  }
  return house;
}

/** Where a provider is reached, without a trailing slash: where the operator says, else where its vendor does. */
export function addressOf(provider: Provider, variables: Readonly<Record<string, string>>): string {
  return (variables[provider.baseUrlVariable] ?? provider.baseUrl).replace(/\/+$/, "");
}

function credentialOf(provider: Provider, variables: Readonly<Record<string, string>>): string | undefined {
  const variable = provider.keyVariable ?? provider.optionalKeyVariable;
  const credential = variable ? variables[variable] : undefined;
  if (credential && !/^[\x21-\x7e]+$/.test(credential)) {
    throw new Error(
      `The environment variable ${variable} is wrong: a key has no spaces, line breaks or characters beyond ASCII.`,
    );
  }
  return credential;
}

function refuseBadAddress(variable: string, address: string): void {
  const fine = URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
  if (!fine) throw new Error(`The environment variable ${variable} is wrong: it must be an http or https address.`);
}
