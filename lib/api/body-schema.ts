import type { Endpoint } from "#lib/contract/endpoint.ts";

/** An endpoint in the browser, where the build has removed its schemas; `whole` fetches them. */
type Short<E> = E & { whole?: () => Promise<E> };
type BodySchema<E extends Endpoint> = NonNullable<E["body"]>;

/**
 * Returns the schema of an endpoint's body, for forms that validate before they send. In the browser an endpoint has no
 * schemas (server/build/browser-contract.mjs), so they are fetched here, once.
 */
export async function bodySchemaOf<E extends Endpoint & { body: unknown }>(endpoint: Short<E>): Promise<BodySchema<E>> {
  const { body } = (await endpoint.whole?.()) ?? endpoint;
  return body as BodySchema<E>;
}
