import type { NativeRequest, Provider } from "#server/providers/provider.ts";

const converting = new WeakMap<Provider, Map<string, Provider>>();

/**
 * Returns the adapter for a text request: the one that the provider names for it, without its endpoint for the dialect
 * if that would reject the request, so that it is converted. The same adapter each time.
 */
export function textAdapter(provider: Provider, request: NativeRequest): Provider {
  const named = provider.instead?.(request) ?? provider;
  return named.native?.[request.dialect]?.rejects?.(request) ? withoutNative(named, request.dialect) : named;
}

function withoutNative(provider: Provider, dialect: NativeRequest["dialect"]): Provider {
  const known = converting.get(provider) ?? new Map<string, Provider>();
  converting.set(provider, known);
  const { [dialect]: _, ...native } = provider.native ?? {};
  const adapter = known.get(dialect) ?? { ...provider, native };
  known.set(dialect, adapter);
  return adapter;
}
