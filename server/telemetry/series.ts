import type { Attributes } from "@opentelemetry/api";
import { CLIENT_ERROR } from "./endings.ts";
import type { Histograms, Point } from "./histograms.ts";
import { INSTRUMENTS } from "./instruments.ts";

/** The metrics of one combination. */
export type Series = {
  /** Seconds of a request, as its caller sees it. */
  requestSeconds: Point;
  /** Seconds to the first content of a request, as its caller sees it. */
  firstTokenSeconds: Point;
  /** Seconds of one attempt at an upstream. */
  attemptSeconds: Point;
  inputTokens: Point;
  outputTokens: Point;
};

/** `model`: null if none was chosen. */
export type FindSeries = (operation: string, provider: string, model: string | null, status: number) => Series;

const OTHER = "other";

type Nested<Value> = Map<string, Value>;

/**
 * Returns the metrics of a combination. Keeps at most `maxSeries` combinations apart; later ones count as `other` in
 * provider and model.
 */
export function createSeries(histograms: Histograms, maxSeries: number): FindSeries {
  const seriesByLabels: Nested<Nested<Nested<Nested<Series>>>> = new Map();
  let size = 0;

  function find(operation: string, provider: string, model: string | null, error: string): Series | undefined {
    const found = seriesByLabels
      .get(operation)
      ?.get(provider)
      ?.get(model ?? "")
      ?.get(error);
    if (found || (size >= maxSeries && provider !== OTHER)) return found;
    const series = seriesOf(histograms, operation, provider, model, error);
    getOrCreateMap(getOrCreateMap(getOrCreateMap(seriesByLabels, operation), provider), model ?? "").set(error, series);
    size += 1;
    return series;
  }

  return (operation, provider, model, status) => {
    const error = status >= CLIENT_ERROR ? String(status) : "";
    return find(operation, provider, model, error) ?? (find(operation, OTHER, OTHER, error) as Series);
  };
}

/** Returns the map under a name, which is made if there is none. */
function getOrCreateMap<Value>(maps: Nested<Nested<Value>>, name: string): Nested<Value> {
  const found = maps.get(name);
  if (found) return found;
  const created: Nested<Value> = new Map();
  maps.set(name, created);
  return created;
}

function seriesOf(
  { point }: Histograms,
  operation: string,
  provider: string,
  model: string | null,
  error: string,
): Series {
  const labels: Attributes = {
    "gen_ai.operation.name": operation,
    "gen_ai.provider.name": provider,
    ...(model !== null && { "gen_ai.request.model": model }),
    ...(error !== "" && { "error.type": error }),
  };
  return {
    requestSeconds: point(INSTRUMENTS.requestSeconds, labels),
    firstTokenSeconds: point(INSTRUMENTS.firstTokenSeconds, labels),
    attemptSeconds: point(INSTRUMENTS.attemptSeconds, labels),
    inputTokens: point(INSTRUMENTS.tokens, { ...labels, "gen_ai.token.type": "input" }),
    outputTokens: point(INSTRUMENTS.tokens, { ...labels, "gen_ai.token.type": "output" }),
  };
}
