import type { Provider } from "./provider.ts";

/** Returns the adapter that serves a model endpoint; undefined for an unknown provider. */
export function servingProvider(
  providers: Pick<ReadonlyMap<string, Provider>, "get">,
  { provider, upstreamModel }: { provider: string; upstreamModel: string },
): Provider | undefined {
  const known = providers.get(provider);
  return known?.serving ? known.serving(upstreamModel) : known;
}
