import type { Catalogue } from "#server/catalogue/catalogue.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { successorOf } from "#server/catalogue/retirements/successor-of.ts";

/**
 * Returns the headers that warn of a model's retirement: when it ends (RFC 8594) and which model of the catalogue to use
 * instead; undefined if nothing is announced.
 */
export function retirementHeaders(
  catalogue: Catalogue,
  { model, retirement }: ModelEndpoint,
): Record<string, string> | undefined {
  if (!retirement) return undefined;
  const { successor } = successorOf(catalogue, model, retirement);
  return { sunset: new Date(retirement.retiresOn).toUTCString(), ...(successor && { "x-model-successor": successor }) };
}
