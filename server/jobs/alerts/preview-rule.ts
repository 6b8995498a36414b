import { type AlertPlace, DAY_MS, type Finding, HOUR_MS } from "./kinds/kind.ts";
import { findAt, type KindAndParams, kindOf } from "./kinds/kinds.ts";

const PREVIEW_MS = 30 * DAY_MS;

/** An alert that a rule would have opened; `toMs` undefined: it would still be open. */
export type PastAlert = { finding: Finding; fromMs: number; toMs: number | undefined };

export type Preview = { fromMs: number; toMs: number; alerts: PastAlert[] };

/**
 * Returns the alerts that a rule would have opened in the last 30 days, oldest first, judged at each full hour by the
 * code that judges rules. Returns none if the kind's past is unknown.
 */
export async function previewRule(place: AlertPlace, rule: KindAndParams, nowMs: number): Promise<Preview> {
  const toMs = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const fromMs = toMs - PREVIEW_MS;
  if (kindOf(rule).past.known === "unknown") return { fromMs, toMs, alerts: [] };
  const times = Array.from({ length: PREVIEW_MS / HOUR_MS + 1 }, (_, hour) => fromMs + hour * HOUR_MS);
  const found = await findAt(place, rule, times);
  const alerts: PastAlert[] = [];
  const open = new Map<string, PastAlert>();
  for (const [index, findings] of found.entries()) {
    const atMs = times[index] as number;
    for (const [subject, alert] of open) {
      if (findings.some((finding) => finding.subject === subject)) continue;
      alert.toMs = atMs;
      open.delete(subject);
    }
    for (const finding of findings) {
      const known = open.get(finding.subject);
      if (known) continue;
      const alert = { finding, fromMs: atMs, toMs: undefined };
      open.set(finding.subject, alert);
      alerts.push(alert);
    }
  }
  return { fromMs, toMs, alerts };
}
