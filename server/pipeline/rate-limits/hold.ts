import type { Reservation } from "#server/ledger/limits/limits.ts";
import { promptTokensOf } from "#server/ledger/prices/cost.ts";
import type { Usage } from "#server/providers/usage/usage.ts";
import type { ReservedCall } from "../budget/reserve-budget.ts";
import type { Metric, Need } from "./counter.ts";
import type { Counted } from "./counters.ts";
import type { RateLimitDirectory } from "./open-rate-limits.ts";

/** The most tokens that a request can use, as far as this is known before it is sent. */
export type TokenBounds = { input: number; output: number };

/** What a request takes from its rate limits, from its start to its end. */
export type RateHold = {
  /** How long the request waited for it. */
  waitedMs: number;
  /** Adds what a generation of the request has used, with the catalogue id of its model. */
  count(row: { usage: unknown; model: string | null }): void;
  /** Replaces the reserved tokens with those that were used, and ends the request in progress. Once. */
  end(): void;
  /** Gives everything back, for a request that was not made. */
  undo(): void;
};

type Parts = Pick<RateLimitDirectory, "counters" | "room"> & { group: string };

export function createHold(
  { counters, room, group }: Parts,
  needs: readonly Need[],
  counted: Counted,
  slot: string,
): RateHold {
  const used: { tokens: Record<Metric, number>; model: string | null }[] = [];
  let isOver = false;

  function finish(changeOf: (need: Need) => number): void {
    if (isOver) return;
    isOver = true;
    const corrections = needs.map((need) => ({ counter: need.counter, change: changeOf(need) }));
    counters.correct(corrections, counted, slot);
    room.wake(group);
  }

  return {
    waitedMs: 0,
    count: ({ usage, model }) => void used.push({ tokens: tokensOf(usage as Usage), model }),
    end: () =>
      finish(({ counter: { metric, rule }, amount }) => {
        if (metric === "requests") return 0;
        const own = used.filter(({ model }) => rule.model === null || rule.model === model);
        return own.reduce((sum, { tokens }) => sum + tokens[metric], 0) - amount;
      }),
    undo: () => finish(({ amount }) => -amount),
  };
}

/** Returns the tokens that rate limits count: all input, cached or not, and all output with its reasoning. */
function tokensOf(usage: Usage): Record<Metric, number> {
  const { output_tokens = 0, output_audio_tokens = 0, output_image_tokens = 0 } = usage;
  return {
    requests: 0,
    input_tokens: promptTokensOf(usage),
    output_tokens: output_tokens + output_audio_tokens + output_image_tokens,
  };
}

/** Returns what a ledger row says about the wait of its request. */
export function waitNotes(hold: RateHold | undefined): string[] {
  return hold && hold.waitedMs >= 1 ? [`rate limit: waited ${Math.round(hold.waitedMs)} ms`] : [];
}

/** Returns the bounds of a usage. */
export function boundsOf(usage: Usage): TokenBounds {
  const { input_tokens: input, output_tokens: output } = tokensOf(usage);
  return { input, output };
}

/** Reserves budget for a request that holds its rate limits, and returns its reservation, whose end ends both. */
export async function reserveHeld(
  reserve: () => ReservedCall | Promise<ReservedCall>,
  hold: RateHold,
): Promise<ReservedCall> {
  try {
    const reserved = await reserve();
    return { ...reserved, reservation: withHold(reserved.reservation, hold) };
  } catch (thrown) {
    hold.undo();
    throw thrown;
  }
}

/** Returns a reservation whose end also ends a hold, because every request settles its reservation exactly once. */
function withHold(reservation: Reservation, hold: RateHold): Reservation {
  return {
    ...reservation,
    settle(spent) {
      hold.end();
      return reservation.settle(spent);
    },
  };
}
