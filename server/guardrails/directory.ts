import type { LoadedGuardrails } from "#server/data/guardrails.ts";
import { type CompiledGuardrail, compileGuardrail, type StoredGuardrail } from "./compile.ts";
import type { EffectiveGuardrail } from "./effective.ts";
import { type ApplicableGuardrail, mergeGuardrails } from "./merge.ts";

/** The caller's properties that decide which guardrails apply. */
export type GuardedCaller = {
  workspaceId: string;
  userId: string | null;
  key?: { guardrailId: string | null };
};

/** Every guardrail in memory, so that a request needs no query. */
export type GuardrailDirectory = {
  /**
   * Returns the guardrails in effect for a request, merged; the same object for the same caller until something
   * changes.
   */
  effective(caller: GuardedCaller): EffectiveGuardrail;
  /** Returns the guardrails that apply to a request, before they are merged. */
  applicableTo(caller: GuardedCaller): readonly ApplicableGuardrail[];
  /** Returns the name of a guardrail, for records that show it. */
  nameOf(id: string): string | undefined;
  /** Reads the guardrails again after a change. */
  refresh(): Promise<void>;
};

/** The effective guardrail of a request to which no guardrail applies. */
const NOTHING = mergeGuardrails([]);
/** Callers cached between changes. */
const MAX_CALLERS = 100_000;

export async function createGuardrailDirectory(load: () => Promise<LoadedGuardrails>): Promise<GuardrailDirectory> {
  let guardrails = new Map<string, CompiledGuardrail & { workspaceId: string }>();
  let ofMembers = new Map<string, string[]>();
  const cache = new Map<string, EffectiveGuardrail>();
  let readings = 0;
  let newest = 0;

  function applicableGuardrails(
    scope: ApplicableGuardrail["scope"],
    id: string,
    workspaceId: string,
  ): ApplicableGuardrail[] {
    const guardrail = guardrails.get(id);
    return guardrail?.workspaceId === workspaceId ? [{ scope, guardrail }] : [];
  }

  function applicableTo({ workspaceId, userId, key }: GuardedCaller): ApplicableGuardrail[] {
    const ofMember = (userId && ofMembers.get(userId)) || [];
    return [
      ...applicableGuardrails("workspace", workspaceId, workspaceId),
      ...ofMember.flatMap((id) => applicableGuardrails("member", id, workspaceId)),
      ...(key?.guardrailId ? applicableGuardrails("key", key.guardrailId, workspaceId) : []),
    ];
  }

  const directory: GuardrailDirectory = {
    effective(caller) {
      if (guardrails.size === 0) return NOTHING;
      const name = `${caller.workspaceId} ${caller.userId} ${caller.key?.guardrailId}`;
      const cached = cache.get(name);
      if (cached) return cached;
      if (cache.size >= MAX_CALLERS) cache.clear();
      const fresh = mergeGuardrails(applicableTo(caller));
      cache.set(name, fresh);
      return fresh;
    },
    applicableTo,
    nameOf: (id) => guardrails.get(id)?.name,
    async refresh() {
      const reading = ++readings;
      const loaded = await load();
      // A read that started before the current one may miss the latest change.
      if (reading < newest) return;
      newest = reading;
      guardrails = new Map(loaded.guardrails.map((row) => [row.id, compileRow(row)]));
      ofMembers = new Map();
      for (const { userId, guardrailId } of loaded.members) {
        ofMembers.set(userId, [...(ofMembers.get(userId) ?? []), guardrailId]);
      }
      cache.clear();
    },
  };
  await directory.refresh();
  return directory;
}

function compileRow(row: LoadedGuardrails["guardrails"][number]) {
  // The contract has validated the contents of these columns.
  return { ...compileGuardrail(row as unknown as StoredGuardrail), workspaceId: row.workspaceId };
}
