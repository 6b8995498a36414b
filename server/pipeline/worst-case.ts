import { estimateTokenCount } from "tokenx";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { UpstreamError } from "#server/errors.ts";
import type { Reservation } from "#server/ledger/limits.ts";
import { serviceTierOf } from "#server/ledger/service-tier.ts";
import { worstCostOf } from "#server/ledger/worst-cost.ts";
import type { Candidate } from "./candidate.ts";
import { boundInput, estimateInput } from "./estimate.ts";
import { mediaTokens } from "./media-tokens.ts";
import type { Reading } from "./reading.ts";

/** What a call is reserved for: its cost, and the output after which that may not be enough. Money in nano-USD. */
export type Room = { nanoUsd: number; outputTokens: number; nanoUsdPerOutputToken: number };

/** The room of a call that no limit holds for. */
export const NO_ROOM: Room = { nanoUsd: 0, outputTokens: Number.POSITIVE_INFINITY, nanoUsdPerOutputToken: 0 };

// An estimate of a text may be too low by this much (measured on English, German, code and Chinese: under a fifth).
const TEXT_MARGIN = 1.3;
/** Fewer characters than this make no token, in any language that was measured. */
const FEWEST_CHARACTERS_A_TOKEN = 1.5;
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
): Room {
  const media = mediaTokens(body);
  const bounded = roomOf(body, candidates, firstTokens, media + boundInput(dialect, body));
  if (holds(bounded.nanoUsd * PLENTY)) return bounded;
  const texts = Math.ceil(estimateInput(dialect, body) * TEXT_MARGIN);
  return roomOf(body, candidates, firstTokens, media + texts);
}

function roomOf(body: Body, candidates: readonly Candidate[], firstTokens: number, input_tokens: number): Room {
  const asked = askedTokens(body);
  const choices = typeof body.n === "number" ? body.n : 1;
  const terms = { serviceTier: serviceTierOf(body, {}) };
  const room: Room = { ...NO_ROOM };
  for (const { endpoint, prices } of candidates) {
    const most = asked ?? endpoint.maxOutputTokens ?? UNKNOWN_MODEL_TOKENS;
    const output_tokens = Math.min(most, asked ?? firstTokens) * choices;
    const nanoUsd = worstCostOf({ input_tokens, output_tokens }, prices, terms);
    const perThousand = worstCostOf({ output_tokens: 1_000 }, prices, terms);
    room.nanoUsd = Math.max(room.nanoUsd, nanoUsd);
    if (output_tokens < most * choices) room.outputTokens = Math.min(room.outputTokens, output_tokens);
    room.nanoUsdPerOutputToken = Math.max(room.nanoUsdPerOutputToken, perThousand / 1_000);
  }
  return room;
}

/** Room that is enough for either of two. */
export function largerRoom(one: Room, other: Room): Room {
  return {
    nanoUsd: Math.max(one.nanoUsd, other.nanoUsd),
    outputTokens: Math.min(one.outputTokens, other.outputTokens),
    nanoUsdPerOutputToken: Math.max(one.nanoUsdPerOutputToken, other.nanoUsdPerOutputToken),
  };
}

/** The caller's own bound, and what some vendors may spend on reasoning beside it. */
function askedTokens(body: Body): number | undefined {
  const limits = [body.max_tokens, body.max_completion_tokens, body.max_output_tokens];
  const limit = limits.find((value) => typeof value === "number") as number | undefined;
  const { max_tokens: budget } = (body.reasoning ?? {}) as { max_tokens?: unknown };
  return limit === undefined ? undefined : limit + (typeof budget === "number" ? budget : 0);
}

/**
 * Takes more room when a stream has written about as much as was reserved for; rejects with 402 when there is none.
 * `isByok`: the caller's own credential pays for it.
 */
export function roomFor(
  reservation: Reservation,
  room: Room,
  isByok: boolean,
): (reading: Reading) => Promise<void> | undefined {
  let coveredTokens = room.outputTokens;
  let lookAtLength = coveredTokens * FEWEST_CHARACTERS_A_TOKEN;
  const more = Math.max(1_024, Math.floor(room.outputTokens / 2));
  return ({ text }) => {
    if (text.length < lookAtLength) return undefined;
    lookAtLength = text.length * LOOK_AGAIN;
    if (estimateTokenCount(text) * TEXT_MARGIN < coveredTokens) return undefined;
    coveredTokens += more;
    return extend(reservation, Math.ceil(more * room.nanoUsdPerOutputToken), isByok);
  };
}

async function extend(reservation: Reservation, nanoUsd: number, isByok: boolean): Promise<void> {
  if (await reservation.extend(nanoUsd, isByok)) return;
  throw new UpstreamError(402, "The spending limit has no room for more of this answer", { retryable: false });
}
