import type { Price } from "#server/catalogue/model.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
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

/** What a call is reserved for: its cost, and the output after which that may not be enough. Money in nano-USD. */
export type WorstCase = { nanoUsd: number; outputTokens: number; nanoUsdPerOutputToken: number };

/** The prices of another model at a candidate's provider, by its name upstream. */
export type PricesOfOther = (candidate: Candidate, model: string) => readonly Price[];

/** The room of a call that no limit holds for. */
export const NO_WORST_CASE: WorstCase = {
  nanoUsd: 0,
  outputTokens: Number.POSITIVE_INFINITY,
  nanoUsdPerOutputToken: 0,
};

/** Digits and hashes are about as many tokens as characters; prose is counted for nothing before it is a quarter as many. */
const FEWEST_CHARACTERS_A_TOKEN = 1;
/** The most that a model of unknown bounds is taken to write. */
const UNKNOWN_MODEL_TOKENS = 131_072;
/** A text is estimated again when it has grown by a quarter. */
const LOOK_AGAIN = 1.25;

/** What holds so many times a bound has room enough that nobody is refused for the bound's sake. */
export const PLENTY = 16;

/**
 * The most a call may cost at its dearest candidate. Its output is bounded by the caller or the model; where the caller
 * does not, room for `firstTokens` is taken at first, and a stream that writes more takes more as it goes.
 * Counting the input takes longer than everything else before the call: while `holds` says that there is plenty of
 * room, the input is bounded by its bytes, and counted where room is scarce.
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
  const bounded = roomOf(dialect, body, candidates, firstTokens, promptTokens(body, Buffer.byteLength), pricesOf);
  if (holds(bounded.nanoUsd * PLENTY)) return bounded;
  return roomOf(dialect, body, candidates, firstTokens, promptTokens(body, tokenUpperBound), pricesOf);
}

function roomOf(
  dialect: Pick<Dialect, "id">,
  body: Body,
  candidates: readonly Candidate[],
  firstTokens: number,
  input_tokens: number,
  pricesOf: PricesOfOther,
): WorstCase {
  const asked = askedTokens(dialect.id, body);
  const choices = choicesOf(body.n);
  const searches = searchesOf(body);
  const worst: WorstCase = { ...NO_WORST_CASE };
  for (const candidate of candidates) {
    const { endpoint, prices } = candidate;
    const terms = textTerms(dialect, body, candidate, {});
    const most = asked ?? endpoint.maxOutputTokens ?? UNKNOWN_MODEL_TOKENS;
    const output_tokens = Math.min(most, asked ?? firstTokens) * choices;
    const own = worstCostOf({ input_tokens, output_tokens, ...searches }, prices, terms);
    const advice = candidate.provider.otherUsage
      ? adviceCost(body, { input_tokens, output_tokens }, (model) => pricesOf(candidate, model), terms)
      : 0;
    worst.nanoUsd = Math.max(worst.nanoUsd, own + advice);
    // What is reserved for as a whole needs no more room.
    if (output_tokens >= most * choices) continue;
    const perThousand = worstCostOf({ output_tokens: 1_000 }, prices, terms);
    worst.outputTokens = Math.min(worst.outputTokens, output_tokens);
    worst.nanoUsdPerOutputToken = Math.max(worst.nanoUsdPerOutputToken, perThousand / 1_000);
  }
  return worst;
}

/** Room that is enough for either of two. */
export function largerWorstCase(one: WorstCase, other: WorstCase): WorstCase {
  return {
    nanoUsd: Math.max(one.nanoUsd, other.nanoUsd),
    outputTokens: Math.min(one.outputTokens, other.outputTokens),
    nanoUsdPerOutputToken: Math.max(one.nanoUsdPerOutputToken, other.nanoUsdPerOutputToken),
  };
}

/** The fields that bound an answer. What is another dialect's is passed on unread, and bounds nothing. */
const BOUNDS = {
  chat: ["max_tokens", "max_completion_tokens"],
  messages: ["max_tokens"],
  responses: ["max_output_tokens"],
} as const;

/** The caller's own bound, and what some vendors may spend on reasoning beside it. */
function askedTokens(dialect: Dialect["id"], body: Body): number | undefined {
  const limits = BOUNDS[dialect].map((name) => body[name]).filter((value) => typeof value === "number");
  const { max_tokens: budget } = (body.reasoning ?? {}) as { max_tokens?: unknown };
  if (limits.length === 0) return undefined;
  // Of two bounds vendors heed one or the other.
  return Math.max(...limits) + (typeof budget === "number" ? Math.max(0, budget) : 0);
}

/** Vendors let a model search as often as it likes, where nobody says how often; it seldom does more. */
const SEARCHES = 5;

/** How often the model may search the web and stored files, which most vendors charge for. */
function searchesOf({ tools, web_search_options: options, max_tool_calls: most }: Body): Usage {
  const listed = Array.isArray(tools) ? (tools as Body[]) : [];
  const named = (names: RegExp) => listed.find((tool) => typeof tool?.type === "string" && names.test(tool.type));
  const times = (tool: Body | undefined) =>
    Math.max(0, [tool?.max_uses, most].find((value) => typeof value === "number") ?? SEARCHES);
  const [web, files] = [named(WEB_SEARCH), named(FILE_SEARCH)];
  return {
    ...(Boolean(web || options) && { web_searches: times(web), grounded_requests: 1 }),
    ...(files && { file_searches: times(files) }),
  };
}

const WEB_SEARCH = /(?:web|google|x)_search/;
const FILE_SEARCH = /^file_search/;

/** How many answers are asked for; some vendors read a text as its number. */
function choicesOf(n: unknown): number {
  const asked = Math.ceil(Number(n ?? 1));
  return Number.isFinite(asked) ? Math.max(1, asked) : 1;
}

/**
 * Takes more room when a stream has written about as much as was reserved for; rejects with 402 when there is none.
 * `isByok`: the caller's own credential pays for it.
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
    // Enough for what may have come by the next look.
    const missing = Math.ceil(tokenUpperBound(text) * LOOK_AGAIN) - coveredTokens;
    if (missing <= 0) return undefined;
    const more = Math.max(least, missing);
    coveredTokens += more;
    return extend(reservation, Math.ceil(more * worst.nanoUsdPerOutputToken), isByok);
  };
}

async function extend(reservation: Reservation, nanoUsd: number, isByok: boolean): Promise<void> {
  if (await reservation.extend(nanoUsd, isByok)) return;
  throw new UpstreamError(402, "The spending limit has no room for more of this answer", { retryable: false });
}
