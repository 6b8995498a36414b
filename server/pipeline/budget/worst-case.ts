import type { Price } from "#server/catalogue/model.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { hasCachedContent } from "#server/dialects/request/google-request.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Reservation } from "#server/ledger/limits/limits.ts";
import { worstCostOf } from "#server/ledger/prices/worst-cost.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { AttemptState } from "../attempts/attempt-state.ts";
import type { Candidate } from "../planning/candidate.ts";
import { adviceCost } from "./advice.ts";
import { textTerms } from "./charge.ts";
import { promptTokens } from "./prompt-size.ts";
import { tokenUpperBound } from "./token-upper-bound.ts";

/** The worst case of a request: its cost, and the output tokens that this cost covers. Money in nano-USD. */
export type WorstCase = { nanoUsd: number; outputTokens: number; nanoUsdPerOutputToken: number };

/** Returns the prices of another model at a candidate's provider, by its upstream name. */
export type PricesOfOther = (candidate: Candidate, model: string) => readonly Price[];

/** The worst case of a request without limits. */
export const NO_WORST_CASE: WorstCase = {
  nanoUsd: 0,
  outputTokens: Number.POSITIVE_INFINITY,
  nanoUsdPerOutputToken: 0,
};

/**
 * Digits and hashes have about one token per character. Text is not measured before it could use up the reservation at
 * this rate; prose has about four characters per token.
 */
const FEWEST_CHARACTERS_A_TOKEN = 1;
/** Assumed maximum output of a model without a known one. */
const UNKNOWN_MODEL_TOKENS = 131_072;
/** A text is measured again when it has grown by a quarter. */
const LOOK_AGAIN = 1.25;

/** If the budget holds this many times a loose bound, no request is rejected only because the bound is loose. */
export const PLENTY = 16;

/**
 * Returns the most a request can cost at its most expensive candidate. The output limit comes from the request or the
 * model. Without a limit in the request, `firstTokens` are reserved first, and a stream that exceeds them reserves
 * more. Counting input tokens is the slowest step before a request, so while `holds` confirms ample budget the input is
 * bounded by its byte length, and counted only when budget is scarce.
 */
export function worstCase(
  dialect: Dialect,
  body: Body,
  candidates: readonly Candidate[],
  firstTokens: number,
  holds: (nanoUsd: number) => boolean,
  pricesOf: PricesOfOther,
): WorstCase {
  // No tokenizer in use makes more tokens than UTF-8 bytes.
  const bounded = worstCaseOf(dialect, body, candidates, firstTokens, promptTokens(body, Buffer.byteLength), pricesOf);
  if (holds(bounded.nanoUsd * PLENTY)) return bounded;
  return worstCaseOf(dialect, body, candidates, firstTokens, promptTokens(body, tokenUpperBound), pricesOf);
}

function worstCaseOf(
  dialect: Pick<Dialect, "id">,
  body: Body,
  candidates: readonly Candidate[],
  firstTokens: number,
  input_tokens: number,
  pricesOf: PricesOfOther,
): WorstCase {
  const tokenLimit = tokenLimitOf(dialect.id, body);
  const choices = choicesIn(dialect, body);
  const searches = searchesOf(body);
  const unasked = isEmpty(body.tools) ? { web_searches: SEARCHES } : {};
  const isContinued = hasCachedContent(body);
  const worst: WorstCase = { ...NO_WORST_CASE };
  for (const candidate of candidates) {
    const { endpoint, prices } = candidate;
    const terms = textTerms(dialect, body, candidate, {});
    const limit = tokenLimit === undefined ? undefined : Math.max(tokenLimit, leastLimit(dialect.id, candidate));
    const most = limit ?? endpoint.maxOutputTokens ?? UNKNOWN_MODEL_TOKENS;
    const output_tokens = Math.min(most, limit ?? firstTokens) * choices;
    const stored = isContinued ? { cache_read_tokens: endpoint.contextLength ?? UNKNOWN_MODEL_TOKENS } : {};
    const assumed = candidate.provider.searchesUnasked ? { ...unasked, ...searches } : searches;
    const own = worstCostOf({ input_tokens, ...stored, output_tokens, ...assumed }, prices, terms);
    const advice = candidate.provider.otherUsage
      ? adviceCost(body, { input_tokens, output_tokens }, (model) => pricesOf(candidate, model), terms)
      : 0;
    worst.nanoUsd = Math.max(worst.nanoUsd, own + advice);
    // This candidate's full output is covered, so it never needs an extension.
    if (output_tokens >= most * choices) continue;
    const perThousand = worstCostOf({ output_tokens: 1_000 }, prices, terms);
    worst.outputTokens = Math.min(worst.outputTokens, output_tokens);
    worst.nanoUsdPerOutputToken = Math.max(worst.nanoUsdPerOutputToken, perThousand / 1_000);
  }
  return worst;
}

/**
 * Returns the most tokens that a request can use. Without an output limit in the request, its output is bounded by the
 * model and by `firstTokens`, which most responses stay far below.
 */
export function textTokenBounds(
  dialect: Pick<Dialect, "id">,
  body: Body,
  candidates: readonly Candidate[],
  firstTokens: number,
): { input: number; output: number } {
  const most = Math.max(...candidates.map(({ endpoint }) => endpoint.maxOutputTokens ?? UNKNOWN_MODEL_TOKENS));
  const output = tokenLimitOf(dialect.id, body) ?? Math.min(most, firstTokens);
  return { input: promptTokens(body, tokenUpperBound), output: output * choicesIn(dialect, body) };
}

/** Returns a worst case that covers both. */
export function largerWorstCase(one: WorstCase, other: WorstCase): WorstCase {
  return {
    nanoUsd: Math.max(one.nanoUsd, other.nanoUsd),
    outputTokens: Math.min(one.outputTokens, other.outputTokens),
    nanoUsdPerOutputToken: Math.max(one.nanoUsdPerOutputToken, other.nanoUsdPerOutputToken),
  };
}

/** The fields that limit the output. Fields of another dialect are passed on unread and limit nothing. */
const BOUNDS = {
  chat: ["max_tokens", "max_completion_tokens"],
  messages: ["max_tokens"],
  responses: ["max_output_tokens"],
  completions: ["max_tokens"],
} as const;

/** Returns the caller's output limit, plus the reasoning budget that some providers do not count within it. */
function tokenLimitOf(dialect: Dialect["id"], body: Body): number | undefined {
  const limits = BOUNDS[dialect].map((name) => body[name]).filter((value) => typeof value === "number");
  const { max_tokens: budget } = (body.reasoning ?? {}) as { max_tokens?: unknown };
  if (limits.length === 0) return undefined;
  // Given two limits, some providers apply one and some the other.
  return Math.max(...limits) + (typeof budget === "number" ? Math.max(0, budget) : 0);
}

/** Returns what a smaller output limit is raised to if the request is converted. */
function leastLimit(dialect: Dialect["id"], { provider }: Candidate): number {
  return provider.native?.[dialect] ? 0 : (provider.leastOutputTokens ?? 0);
}

/** Assumed number of searches where the request sets no limit. Models rarely make more. */
const SEARCHES = 5;

/** Returns the most searches of the web and of stored files that the model may make; most providers charge for them. */
function searchesOf({ tools, plugins, web_search_options: options, max_tool_calls: most }: Body): Usage {
  const listed = (Array.isArray(tools) ? (tools as Body[]) : []).filter((tool) => !isOwnEngine(tool?.parameters));
  const plugin = Array.isArray(plugins) && (plugins as Body[]).find((one) => one?.id === "web" && !isOwnEngine(one));
  const named = (names: RegExp) => listed.find((tool) => typeof tool?.type === "string" && names.test(tool.type));
  const times = (tool: Body | undefined) =>
    Math.max(0, [tool?.max_uses, most].find((value) => typeof value === "number") ?? SEARCHES);
  const [web, files] = [named(WEB_SEARCH), named(FILE_SEARCH)];
  return {
    ...(Boolean(web || plugin || options) && {
      web_searches: times(web ?? (plugin || undefined)),
      grounded_requests: 1,
    }),
    ...(files && { file_searches: times(files) }),
    ...(named(MAPS) && { map_requests: 1 }),
  };
}

function isEmpty(tools: unknown): boolean {
  return !Array.isArray(tools) || tools.length === 0;
}

/** Queries to the gateway's search engines are reserved when they are made. */
function isOwnEngine(settings: unknown): boolean {
  const { engine } = (settings ?? {}) as Body;
  return typeof engine === "string" && engine !== "auto" && engine !== "native";
}

const WEB_SEARCH = /(?:web|google|x)_search/;
const MAPS = /^google_maps$/;
const FILE_SEARCH = /^file_search/;

function choicesIn({ id }: Pick<Dialect, "id">, body: Body): number {
  return id === "completions" ? completionsOf(body) : choicesOf(body.n);
}

/** Returns the number of completions requested. Some providers accept a numeric string. */
function choicesOf(n: unknown): number {
  const count = Math.ceil(Number(n ?? 1));
  return Number.isFinite(count) ? Math.max(1, count) : 1;
}

/**
 * Returns the number of completions that are generated and billed: some for each prompt, of which the best are sent.
 */
function completionsOf({ n, best_of: candidates, prompt }: Body): number {
  return Math.max(choicesOf(n), choicesOf(candidates)) * (Array.isArray(prompt) ? prompt.length : 1);
}

/**
 * Returns a function that extends the reservation when a stream has written about as much as it covers. It rejects with
 * 402 if the budget is exhausted. `isByok`: a BYOK credential pays.
 */
export function extendReservation(
  reservation: Reservation,
  worst: WorstCase,
  isByok: boolean,
): (state: AttemptState) => Promise<void> | undefined {
  let coveredTokens = worst.outputTokens;
  let lookAtLength = coveredTokens * FEWEST_CHARACTERS_A_TOKEN;
  const least = Math.max(1_024, Math.floor(worst.outputTokens / 2));
  return ({ text }) => {
    if (text.length < lookAtLength) return undefined;
    lookAtLength = text.length * LOOK_AGAIN;
    // Covers what may arrive before the next measurement.
    const missing = Math.ceil(tokenUpperBound(text) * LOOK_AGAIN) - coveredTokens;
    if (missing <= 0) return undefined;
    const more = Math.max(least, missing);
    coveredTokens += more;
    return extend(reservation, Math.ceil(more * worst.nanoUsdPerOutputToken), isByok);
  };
}

async function extend(reservation: Reservation, nanoUsd: number, isByok: boolean): Promise<void> {
  if (await reservation.extend(nanoUsd, isByok)) return;
  throw new UpstreamError(402, "The spending limit does not cover the rest of this response", { retryable: false });
}
