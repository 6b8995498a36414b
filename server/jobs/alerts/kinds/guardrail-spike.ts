import { formatCount } from "#lib/format.ts";
import { readHitHours } from "#server/data/alert-readings.ts";
import { alertKind, WORKSPACE } from "./kind.ts";
import { averageOf, earlierWords, lookBackOf, sumIn, windowsAt, wordsOf } from "./same-hours.ts";
import { readHours } from "./spend.ts";

type Data = { findings: ReadonlyMap<number, number>; firstMs: number | undefined };

/** Far more guardrail findings than in the same hours of earlier weeks. */
export const guardrailSpike = alertKind<"guardrail_spike", Data>({
  past: { known: "known", note: null },
  ended: "The number of findings is back to what is usual at this time.",
  lookBackMs: ({ hours }) => lookBackOf(hours),
  async read(place, { action }, range) {
    const { gateway, workspaceId } = place;
    const [hits, traffic] = await Promise.all([
      readHitHours(gateway.database.pool, { workspaceId, ...range }),
      readHours(place, range),
    ]);
    const findings = new Map<number, number>();
    for (const hit of hits) {
      if (action === "block" && hit.action !== "block") continue;
      findings.set(hit.atMs, (findings.get(hit.atMs) ?? 0) + hit.matches);
    }
    // Weeks with requests but no findings count.
    return { findings, firstMs: traffic[0]?.atMs };
  },
  judge({ findings, firstMs }, { action, factor, hours, minimum_findings: minimum }, atMs, { workspaceName }) {
    const found = windowsAt(atMs, hours, firstMs).find((window) => {
      const count = sumIn(findings, window);
      return count >= minimum && count > factor * averageOf(findings, window);
    });
    if (!found) return [];
    const count = sumIn(findings, found);
    const average = Math.round(averageOf(findings, found) * 10) / 10;
    const what = action === "block" ? "Guardrails blocked" : "Guardrails acted on";
    return [
      {
        subject: WORKSPACE,
        subjectName: workspaceName,
        message:
          `${what} ${formatCount(count)} findings in ${workspaceName} ${wordsOf(found)}. ` +
          `In ${earlierWords(found)}, it was ${average} on average.`,
        numbers: { findings: count, average_findings: average, weeks: found.earlier.length, hours },
      },
    ];
  },
});
