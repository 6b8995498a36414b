/** Upstream values for requests that may run anywhere, or whose location is not reported. */
const ANYWHERE = new Set(["", "global", "not_available"]);

type Fields = { readonly [field: string]: unknown };

/** Returns where a request ran: from the upstream's usage block, else from the request; null for anywhere. */
export function geographyOf(body: Fields, rawUsage: Fields | undefined): string | null {
  const named = [rawUsage?.inference_geo, body.inference_geo].find((value) => typeof value === "string");
  const geography = (named as string | undefined)?.toLowerCase().slice(0, 64) ?? "";
  return ANYWHERE.has(geography) ? null : geography;
}
