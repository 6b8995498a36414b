import type { Endpoint } from "#lib/contract/endpoint.ts";

/** An endpoint as the build gives it to the browser, where `whole` fetches what was left out. */
type Short<E> = E & { whole?: () => Promise<E> };
type BodySchema<E extends Endpoint> = NonNullable<E["body"]>;

/**
 * The schema of an endpoint's body, for forms that check before they send. In the browser an endpoint has no schemas
 * (server/build/browser-contract.mjs), so that they are fetched here, once.
 */
export async function bodySchemaOf<E extends Endpoint & { body: unknown }>(endpoint: Short<E>): Promise<BodySchema<E>> {
  const { body } = (await endpoint.whole?.()) ?? endpoint;
  return body as BodySchema<E>;
}
