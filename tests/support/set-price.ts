import type { TestGateway } from "./servers/gateway.ts";

type Wanted = { model_endpoint: string; unit: string; nano_usd_per_million: number; variant?: string };

/** Sets a price that the catalogue does not have, as an administrator would. */
export async function setPrice(gateway: TestGateway, price: Wanted): Promise<void> {
  const { status, body } = await gateway.call("POST", "/prices", { ...price, source: "a contract" });
  if (status !== 201) throw new Error(`no price was set: ${JSON.stringify(body)}`);
}
