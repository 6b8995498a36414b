import { formatCount } from "#lib/format.ts";
import { formatDate } from "#lib/format-time.ts";
import { readUsedDays, type UsedDay } from "#server/data/alert-readings.ts";
import { alertKind, DAY_MS } from "./kind.ts";

type Retiring = { id: string; retiresOn: string; successor: string | undefined };
type Data = { used: readonly UsedDay[]; retiring: readonly Retiring[] };

const USED_MS = 30 * DAY_MS;

/** A model that this workspace used in the last 30 days retires within days. */
export const modelRetiring = alertKind<"model_retiring", Data>({
  past: {
    known: "partly_known",
    note: "When a retirement was announced is not stored; today's announcements are used.",
  },
  ended: "The model has retired, or was not used for 30 days.",
  lookBackMs: () => USED_MS + DAY_MS,
  async read({ gateway, workspaceId }, _params, range) {
    const used = await readUsedDays(gateway.database.pool, { workspaceId, ...range });
    const retiring = gateway.catalogue
      .models()
      .flatMap(({ id, retirement }) =>
        retirement ? [{ id, retiresOn: retirement.retiresOn, successor: retirement.successor }] : [],
      );
    return { used, retiring };
  },
  judge({ used, retiring }, { days }, atMs) {
    return retiring.flatMap(({ id, retiresOn, successor }) => {
      const leftMs = Date.parse(retiresOn) - atMs;
      if (leftMs <= 0 || leftMs > days * DAY_MS) return [];
      const requests = used
        .filter((day) => day.model === id && day.atMs < atMs && day.atMs >= atMs - USED_MS - DAY_MS)
        .reduce((sum, day) => sum + day.requests, 0);
      if (requests === 0) return [];
      const instead = successor ? ` Its creator recommends ${successor}.` : "";
      return [
        {
          subject: id,
          subjectName: id,
          message:
            `${id} retires on ${formatDate(`${retiresOn}T00:00:00Z`, "utc")}. It had ${formatCount(requests)} ` +
            `${requests === 1 ? "request" : "requests"} in the last 30 days.${instead}`,
          numbers: { retires_on: retiresOn, requests, successor: successor ?? null },
        },
      ];
    });
  },
});
