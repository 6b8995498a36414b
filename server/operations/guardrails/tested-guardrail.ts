import type { BodyOf } from "#lib/contract/endpoint.ts";
import type { backtestGuardrail } from "#lib/contract/guardrail-tests.ts";
import type { Principal } from "#server/auth/principal.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import type { Gateway } from "#server/gateway.ts";
import { compileGuardrail, type StoredGuardrail } from "#server/guardrails/compile.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import { mergeGuardrails } from "#server/guardrails/merge.ts";
import { refuseBadPatterns } from "#server/guardrails/saved-patterns.ts";
import { callerInReach } from "./caller-in-reach.ts";
import { changesOf } from "./guardrail-fields.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";

type Which = Omit<BodyOf<typeof backtestGuardrail>, "jsonl" | "logged" | "direction">;

/** The rules to be tested, and the workspace whose calls they would hold for. */
export type TestedGuardrail = { effective: EffectiveGuardrail; workspaceId: string };

/** What a test names: a stored guardrail, a draft, or all that holds for a caller. Throws 404 and 400. */
export async function testedGuardrail(open: Gateway, principal: Principal, which: Which): Promise<TestedGuardrail> {
  const { guardrail_id: id, draft } = which;
  if (!id && !draft) {
    const caller = await callerInReach(open, principal, which);
    return { effective: open.guardrails.effective(caller), workspaceId: caller.workspaceId };
  }
  refuseBadPatterns(draft?.content_filters);
  const row = id ? await guardrailInReach(open, principal, id) : undefined;
  const workspaceId = row?.workspaceId ?? (await workspaceInReach(open, principal, which.workspace_id));
  // The contract has checked what is stored, and what is drafted.
  const stored = { ...EMPTY, ...row, ...(draft && changesOf(draft)) } as unknown as StoredGuardrail;
  const scope = row && row.id === row.workspaceId ? "workspace" : "key";
  return { effective: mergeGuardrails([{ scope, guardrail: compileGuardrail(stored) }]), workspaceId };
}

const EMPTY: StoredGuardrail = {
  ...{ id: "draft", name: "Draft", shadow: false, restorePlaceholders: false },
  ...{ limitNanoUsd: null, resetInterval: null, includeByokInBudgets: true },
  ...{ allowedModels: null, ignoredModels: null, allowedProviders: null, ignoredProviders: null },
  ...{ enforceZdrAnthropic: null, enforceZdrOpenai: null, enforceZdrGoogle: null, enforceZdrOther: null },
  ...{ contentFilterBuiltins: null, contentFilters: null },
};
