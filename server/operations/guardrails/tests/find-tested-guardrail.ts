import type { BodyOf } from "#lib/contract/endpoint.ts";
import type { backtestGuardrail } from "#lib/contract/guardrail-tests.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Gateway } from "#server/gateway.ts";
import { compileGuardrail, EMPTY_GUARDRAIL, type StoredGuardrail } from "#server/guardrails/compile.ts";
import type { EffectiveGuardrail } from "#server/guardrails/effective.ts";
import { type ApplicableGuardrail, mergeGuardrails } from "#server/guardrails/merge.ts";
import { rejectInvalidPatterns } from "#server/guardrails/patterns/reject-invalid-patterns.ts";
import { changesOf } from "../guardrail-fields.ts";
import { requireCaller } from "../require-caller.ts";
import { requireGuardrail } from "../require-guardrail.ts";

type Which = Omit<BodyOf<typeof backtestGuardrail>, "jsonl" | "logged" | "direction">;

/** The rules to test, and the workspace whose requests they would apply to. */
export type TestedGuardrail = { effective: EffectiveGuardrail; workspaceId: string };

/**
 * Returns what a test names: a stored guardrail, a draft, everything that applies to a caller, or that together with a
 * draft. Throws 404 and 400.
 */
export async function findTestedGuardrail(
  gateway: Gateway,
  principal: Principal,
  which: Which,
): Promise<TestedGuardrail> {
  const { guardrail_id: id, draft } = which;
  if (!id && !draft) {
    const caller = await requireCaller(gateway, principal, which);
    return { effective: gateway.guardrails.effective(caller), workspaceId: caller.workspaceId };
  }
  await rejectInvalidPatterns(draft?.content_filters);
  const row = id ? await requireGuardrail(gateway, principal, id) : undefined;
  const workspaceId = row?.workspaceId ?? (await requireWorkspace(gateway, principal, which.workspace_id));
  // The contract has validated both the stored guardrail and the draft.
  const stored = { ...EMPTY_GUARDRAIL, ...row, ...(draft && changesOf(draft)) } as unknown as StoredGuardrail;
  const scope = row && row.id === row.workspaceId ? "workspace" : "key";
  const tested = { scope, guardrail: compileGuardrail(stored) } as const;
  const caller = which.key_hash || which.user_id ? await requireCaller(gateway, principal, which) : undefined;
  const applicable = caller?.workspaceId === workspaceId ? gateway.guardrails.applicableTo(caller) : [];
  return { effective: mergeGuardrails(inPlace(applicable, tested)), workspaceId };
}

/** Returns the guardrails that apply, with the tested one replacing its stored version, or added. */
function inPlace(applicable: readonly ApplicableGuardrail[], tested: ApplicableGuardrail): ApplicableGuardrail[] {
  const isStored = (one: ApplicableGuardrail) => one.guardrail.id === tested.guardrail.id;
  if (!applicable.some(isStored)) return [...applicable, tested];
  return applicable.map((one) => (isStored(one) ? { ...one, guardrail: tested.guardrail } : one));
}
