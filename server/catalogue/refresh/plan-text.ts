import type { RefreshPlan } from "./plan.ts";
import type { PriceChange } from "./price-changes.ts";

/** Formats a plan for the terminal: one line per change, then what is added, removed and unchanged. */
export function planText({ id, document, changes, endpoints, removed, unchanged }: RefreshPlan): string {
  return [
    `${document.source} ${document.revision} (${document.asOf})`,
    ...changes.map(changeLine),
    ...endpoints.map((endpoint) => `+ ${endpoint.id}`),
    ...removed.map((endpoint) => `? ${endpoint} is no longer listed; its prices stay`),
    `${changes.length} prices change, ${endpoints.length} model endpoints are added, ${unchanged} prices are unchanged.`,
    `Plan ${id}`,
  ].join("\n");
}

function changeLine(change: PriceChange): string {
  const { modelEndpoint, unit, minPromptTokens, serviceTier, variant, hoursUtc, percent } = change;
  const terms = [
    minPromptTokens > 0 && `from ${minPromptTokens} tokens`,
    serviceTier,
    variant,
    hoursUtc && `minutes ${hoursUtc.startMinute} to ${hoursUtc.endMinute} UTC`,
  ].filter(Boolean);
  const scope = terms.length > 0 ? ` (${terms.join(", ")})` : "";
  const share = percent === null ? "" : `  ${percent > 0 ? "+" : ""}${percent}%`;
  return `~ ${modelEndpoint} ${unit}${scope}: ${amount(change.old)} -> ${amount(change.new)}${share}`;
}

function amount(nanoUsdPerMillion: number | null): string {
  return nanoUsdPerMillion === null ? "none" : `${nanoUsdPerMillion / 1e9} USD per million`;
}
