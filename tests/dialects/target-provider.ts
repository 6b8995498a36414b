import type { TargetProvider } from "#server/dialects/dialect.ts";
import { providers } from "#server/providers/registry.ts";

/** Returns the provider to decode a body for. One that is not registered, such as a server found at start, has only its id. */
export function targetProvider(id: string): TargetProvider {
  return providers.get(id) ?? { id };
}
