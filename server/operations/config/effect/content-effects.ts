import { type ContentRow, lastContents } from "#server/data/generation-contents.ts";
import type { RecentCall } from "#server/data/recent-calls.ts";
import type { EffectiveGuardrail, EffectiveRule } from "#server/guardrails/effective.ts";
import { judgeInput } from "#server/operations/guardrails/tests/backtest-calls.ts";
import { Stopper } from "#server/stop-signal.ts";
import type { Comparison, Effect } from "./comparison.ts";
import { guardedCaller } from "./route-effects.ts";

type Examined = { workspace: string; workspaceId: string; calls: readonly RecentCall[] };

/** Maximum number of stored requests to filter again per workspace, since each takes milliseconds. */
const MAX_CONTENTS = 200;

/** Filters the latest stored requests of a workspace by the rules before and after; empty if no rule changes. */
export async function contentEffect(comparison: Comparison, examined: Examined): Promise<Effect["content"]> {
  const { gateway, from, to } = comparison;
  const { workspace, workspaceId, calls } = examined;
  const changed = calls.filter((call) => changesRules(comparison, workspaceId, call));
  if (changed.length === 0) return [];
  const counts = { checked_calls: 0, newly_blocked: 0, newly_redacted: 0, no_longer_blocked: 0 };
  await gateway.contents.flush();
  const departure = new Stopper();
  for await (const page of lastContents(gateway.database.queries, { workspaceId, from, to, last: MAX_CONTENTS })) {
    for (const stored of page) {
      if (!changesRules(comparison, workspaceId, stored)) continue;
      const row = gateway.contents.open(stored);
      if (!row) continue;
      const [old, fresh] = guardrailsOf(comparison, workspaceId, row);
      const before = (await judgeInput(old, row, departure))?.verdict;
      const after = (await judgeInput(fresh, row, departure))?.verdict;
      if (!before || !after) continue;
      counts.checked_calls += 1;
      if (after === "blocked" && before !== "blocked") counts.newly_blocked += 1;
      if (after === "redacted" && before !== "redacted") counts.newly_redacted += 1;
      if (before === "blocked" && after !== "blocked") counts.no_longer_blocked += 1;
    }
  }
  return [{ workspace, calls: changed.length, ...counts }];
}

type Caller = Pick<ContentRow, "keyHash" | "userId">;

function guardrailsOf({ before, after }: Comparison, workspaceId: string, caller: Caller) {
  const one = (state: Comparison["before"]) => state.guardrails.effective(guardedCaller(state, workspaceId, caller));
  return [one(before), one(after)] as [EffectiveGuardrail, EffectiveGuardrail];
}

function changesRules(comparison: Comparison, workspaceId: string, caller: Caller): boolean {
  const [old, fresh] = guardrailsOf(comparison, workspaceId, caller);
  return rulesText(old) !== rulesText(fresh);
}

const texts = new WeakMap<EffectiveGuardrail, string>();

/** Returns the rules for requests as text, for comparison. */
function rulesText(guardrail: EffectiveGuardrail): string {
  const known = texts.get(guardrail);
  if (known !== undefined) return known;
  const text = JSON.stringify(guardrail.input.map(termsOf));
  texts.set(guardrail, text);
  return text;
}

function termsOf({ id, action, shadow, scanScope }: EffectiveRule) {
  return [id, action, shadow, scanScope];
}
