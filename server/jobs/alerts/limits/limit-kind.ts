import type { WatchedLimitName } from "#lib/alerts/watched-limits.ts";
import type { AlertParams } from "#lib/contract/alert-params.ts";
import type { AlertKind, AlertPlace, Finding } from "../kinds/kind.ts";
import { type LimitState, readStates, readStatesAt } from "./limit-states.ts";
import { readLimitsOfEach } from "./limits-of-each.ts";
import { readLimits } from "./read-limits.ts";
import type { WatchedLimit } from "./watched-limit.ts";

type LimitKind<Params> = {
  note: string;
  ended: string;
  limits(params: Params): readonly WatchedLimitName[];
  /** Returns whether a rule with these parameters watches a limit. */
  watches?(watched: WatchedLimit, params: Params): boolean;
  /** The share of its amount from which an end user or session with a budget of its own is watched now. */
  watchesEachFrom?(params: Params): number;
  /** How long before a moment its judgment reads spending by hours. */
  paceMs?(params: Params): number;
  judge(state: LimitState, params: Params, atMs: number, place: AlertPlace): Finding[];
};

/**
 * Declares a kind that watches spending limits, each with alerts of its own. What is spent now is what requests are
 * checked against; the past comes from hours.
 */
export function limitKind<Name extends "limit_usage" | "budget_forecast">(
  kind: LimitKind<AlertParams[Name]>,
): AlertKind<Name> {
  return {
    past: { known: "partly_known", note: kind.note },
    ended: kind.ended,
    async findAt(place, params, times) {
      const [first = 0] = times;
      const last = times.at(-1) ?? first;
      const all = await readLimits(place, new Set(kind.limits(params)), last);
      const share = kind.limits(params).includes("shared") ? kind.watchesEachFrom?.(params) : undefined;
      const ofEach = share !== undefined && times.length === 1 ? await readLimitsOfEach(place, share, first) : [];
      const limits = [...all.filter((watched) => kind.watches?.(watched, params) ?? true), ...ofEach];
      if (limits.length === 0) return times.map(() => []);
      const judge = (atMs: number, stateOf: (watched: WatchedLimit) => LimitState) =>
        limits.flatMap((watched) => kind.judge(stateOf(watched), params, atMs, place));
      if (times.length === 1) return [judge(first, await readStates(place, limits, first, kind.paceMs?.(params)))];
      const stateAt = await readStatesAt(place, limits, { from: first, to: last });
      return times.map((atMs) => judge(atMs, (watched) => stateAt(watched, atMs)));
    },
  };
}
