/** What upstreams say where a call may run anywhere, or where they do not say. */
const ANYWHERE = new Set(["", "global", "not_available"]);

type Fields = { readonly [field: string]: unknown };

/** Where a call ran, as the upstream's usage block says, else where the caller wanted it; null: anywhere. */
export function geographyOf(body: Fields, rawUsage: Fields | undefined): string | null {
  const named = [rawUsage?.inference_geo, body.inference_geo].find((value) => typeof value === "string");
  const geography = (named as string | undefined)?.toLowerCase().slice(0, 64) ?? "";
  return ANYWHERE.has(geography) ? null : geography;
}
