import { formatCount } from "#lib/format.ts";
import { formatDate } from "#lib/format-time.ts";
import { announcedRetirements } from "#server/catalogue/retirements/announced-retirements.ts";
import { type Successor, successorOf } from "#server/catalogue/retirements/successor-of.ts";
import { readUsedDays, type UsedDay } from "#server/data/alert-readings.ts";
import { alertKind, DAY_MS, type Finding } from "./kind.ts";

type Retiring = { id: string; provider: string | null; retiresOn: string } & Successor;
type Data = { used: readonly UsedDay[]; retiring: readonly Retiring[] };

const USED_MS = 30 * DAY_MS;

/** A model that this workspace used in the last 30 days, or the provider that served it, retires within days. */
export const modelRetiring = alertKind<"model_retiring", Data>({
  past: {
    known: "partly_known",
    note: "When a retirement was announced is not stored; today's announcements are used.",
  },
  ended: "The model has retired, or was not used for 30 days.",
  lookBackMs: () => USED_MS + DAY_MS,
  async read({ gateway, workspaceId }, _params, range) {
    const used = await readUsedDays(gateway.database.pool, { workspaceId, ...range });
    const { catalogue } = gateway;
    const retiring = announcedRetirements(catalogue).map(({ model, provider, ...retirement }) => ({
      id: model.id,
      provider,
      retiresOn: retirement.retiresOn,
      ...successorOf(catalogue, model.id, retirement),
    }));
    return { used, retiring };
  },
  judge: (data, { days }, atMs) => findRetiring(data, days, atMs),
});

/** Returns the models of `retiring` that a workspace used, and that retire within `days` of a time (Unix ms). */
export function findRetiring({ used, retiring }: Data, days: number, atMs: number): Finding[] {
  return retiring.flatMap(({ id, provider, retiresOn, successor, upstreamSuccessor }) => {
    const leftMs = Date.parse(retiresOn) - atMs;
    if (leftMs <= 0 || leftMs > days * DAY_MS) return [];
    const requests = used
      .filter((day) => day.model === id && (provider === null || day.provider === provider))
      .filter((day) => day.atMs < atMs && day.atMs >= atMs - USED_MS - DAY_MS)
      .reduce((sum, day) => sum + day.requests, 0);
    if (requests === 0) return [];
    const [at, there] = provider === null ? ["", ""] : [` at ${provider}`, " there"];
    const recommended = successor ?? (upstreamSuccessor && `${upstreamSuccessor}, which is not in the catalogue`);
    const instead = recommended ? ` ${provider ?? "Its creator"} recommends ${recommended}.` : "";
    return [
      {
        subject: provider === null ? id : `${id}@${provider}`,
        subjectName: `${id}${at}`,
        message:
          `${id} retires${at} on ${formatDate(`${retiresOn}T00:00:00Z`, "utc")}. It had ${formatCount(requests)} ` +
          `${requests === 1 ? "request" : "requests"}${there} in the last 30 days.${instead}`,
        numbers: { retires_on: retiresOn, requests, successor: successor ?? null },
      },
    ];
  });
}
