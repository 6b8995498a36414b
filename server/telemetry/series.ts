import type { Attributes } from "@opentelemetry/api";
import { CLIENT_ERROR } from "./endings.ts";

/** The attributes of one combination, also with each token type. */
export type Series = { labels: Attributes; input: Attributes; output: Attributes };

/** `model`: null if none was chosen. */
export type FindSeries = (operation: string, provider: string, model: string | null, status: number) => Series;

const OTHER = "other";

/**
 * Returns the attributes of metrics. Keeps at most `maxSeries` combinations apart; later ones count as `other` in
 * provider and model. The SDK's own limit counts only what is new since the last export, so it does not bound the sum.
 */
export function createSeries(maxSeries: number): FindSeries {
  const known = new Map<string, Series>();

  function find(operation: string, provider: string, model: string | null, error: string): Series | undefined {
    const key = `${operation}\n${provider}\n${model ?? ""}\n${error}`;
    const found = known.get(key);
    if (found || (known.size >= maxSeries && provider !== OTHER)) return found;
    const series = seriesOf(operation, provider, model, error);
    known.set(key, series);
    return series;
  }

  return (operation, provider, model, status) => {
    const error = status >= CLIENT_ERROR ? String(status) : "";
    return find(operation, provider, model, error) ?? (find(operation, OTHER, OTHER, error) as Series);
  };
}

function seriesOf(operation: string, provider: string, model: string | null, error: string): Series {
  const labels: Attributes = {
    "gen_ai.operation.name": operation,
    "gen_ai.provider.name": provider,
    ...(model !== null && { "gen_ai.request.model": model }),
    ...(error !== "" && { "error.type": error }),
  };
  return {
    labels,
    input: { ...labels, "gen_ai.token.type": "input" },
    output: { ...labels, "gen_ai.token.type": "output" },
  };
}
