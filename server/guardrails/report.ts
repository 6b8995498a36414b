import type { GuardrailSource } from "./effective.ts";
import type { Finding } from "./findings.ts";
import type { Guard } from "./guard.ts";

/** The findings of guardrails, as a request's ledger row stores them. */
export type Guarding = { findings: Finding[]; notInspected: readonly string[] };

/** Returns the findings to store; null if there are none. */
export function guardingOf(guard: Guard | undefined): Guarding | null {
  const findings = guard?.findings.list() ?? [];
  const notInspected = guard?.notInspected ?? [];
  return findings.length + notInspected.length > 0 ? { findings, notInspected } : null;
}

/** Returns the actions of each guardrail on a request, for the requested metadata. */
export function pipelineEntries(guard: Guard): Record<string, unknown>[] {
  const findings = guard.findings.list();
  const notInspected = guard.notInspected.length > 0 && { not_inspected: guard.notInspected };
  return sourcesOf(guard).map(({ id, name, scope }) => {
    const ownFindings = findings.filter((finding) => finding.guardrailId === id && finding.scope === scope);
    return {
      name,
      type: "guardrail",
      summary: ownFindings.length > 0 ? ownFindings.map(summaryOf).join("; ") : "Nothing found",
      data: { findings: ownFindings.map(findingRecord), ...notInspected },
      guardrail_id: id,
      guardrail_scope: scope,
    };
  });
}

/** Returns the guardrails that have text rules. */
function sourcesOf({ effective: { input, output } }: Guard): GuardrailSource[] {
  const sources = new Map<string, GuardrailSource>();
  for (const { source } of [...input, ...output]) sources.set(`${source.id} ${source.scope}`, source);
  return [...sources.values()];
}

const DONE = { block: "Blocked", redact: "Redacted", flag: "Flagged" };
const WOULD = { block: "Would have blocked", redact: "Would have redacted", flag: "Would have flagged" };

function summaryOf({ action, shadow, count, ruleName, direction }: Finding): string {
  const place = direction === "input" ? "request" : "answer";
  return `${(shadow ? WOULD : DONE)[action]} ${count} in the ${place}: ${ruleName}`;
}

function findingRecord({ rule, ruleName, action, direction, shadow, count }: Finding) {
  return { rule, rule_name: ruleName, action, direction, shadow, count };
}
