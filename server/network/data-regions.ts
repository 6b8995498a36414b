const REGIONS = new Set(["europe", "us", "global"]);
const NO_REGIONS = "it must be hosts with their data region (europe, us or global), such as llm.internal=europe";

/**
 * Parses data regions by host: `llm.internal=europe`, separated by commas. Returns a sentence that states the problem
 * if one of them is invalid.
 */
export function readDataRegions(list: string): ReadonlyMap<string, string> | string {
  const pairs = list
    .split(",")
    .filter((entry) => entry.trim())
    .map(
      (entry) =>
        entry
          .toLowerCase()
          .split("=")
          .map((part) => part.trim()) as [string, string],
    );
  const isValid = pairs.every(([host, region = "", ...rest]) => host && REGIONS.has(region) && rest.length === 0);
  return isValid ? new Map(pairs) : NO_REGIONS;
}
