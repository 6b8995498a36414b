import { HttpError } from "#server/errors.ts";
import type { Provider } from "#server/providers/provider.ts";
import { providers } from "#server/providers/registry.ts";

/** Returns a provider that accepts BYOK credentials. Throws 400 for any other. */
export function keyedProvider(id: string): Provider {
  const provider = providers.get(id);
  if (!provider) throw new HttpError(400, "Invalid request: provider: no such provider");
  if (provider.probe) return provider;
  throw new HttpError(400, `Invalid request: provider: ${provider.name} needs no key`);
}

/** Returns whether the provider exists and accepts BYOK credentials. */
export function takesOwnKey(id: string): boolean {
  return providers.get(id)?.probe !== undefined;
}
