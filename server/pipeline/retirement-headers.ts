import type { ModelEndpoint } from "#server/catalogue/model.ts";

/**
 * Returns the headers that warn of a model's retirement: when it ends (RFC 8594) and what to use instead; undefined if
 * nothing is announced.
 */
export function retirementHeaders({ retirement }: ModelEndpoint): Record<string, string> | undefined {
  if (!retirement) return undefined;
  const { retiresOn, successor } = retirement;
  return { sunset: new Date(retiresOn).toUTCString(), ...(successor && { "x-model-successor": successor }) };
}
