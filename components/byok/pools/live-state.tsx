import { Time } from "#components/ui/display/time.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { formatCount } from "#lib/format.ts";
import type { LiveCredential } from "./use-pools.ts";

/** Why a credential is passed over now, and until when; nothing if it may be used. */
export function LiveChip({ state, available_at: until }: Pick<LiveCredential, "state" | "available_at">) {
  if (state === "rejected")
    return (
      <StatusChip tone="bad" title="The provider rejected it. Other credentials are used until it is tried again.">
        <span>
          Rejected, retried at <Time value={until} format="clock" />
        </span>
      </StatusChip>
    );
  if (state === "limited")
    return (
      <StatusChip tone="limit" title="At its limit, cooling down or not allowed, for at least one model">
        <span>
          Cooling down until <Time value={until} format="clock" />
        </span>
      </StatusChip>
    );
  return null;
}

/** The requests in flight and the tightest rate limit of a credential, on one line. */
export function LiveLine({ live }: { live: LiveCredential }) {
  const tightest = tightestOf(live);
  if (live.in_flight === 0 && !tightest) return null;
  return (
    <span className="flex flex-wrap gap-x-2 text-muted text-xs tabular-nums">
      {live.in_flight > 0 && <span>{formatCount(live.in_flight)} in flight</span>}
      {tightest && (
        <span title={`For ${tightest.model}, the tightest limit that the provider reported`}>
          {tightest.text}, <Time value={tightest.reportedAt} />
        </span>
      )}
    </span>
  );
}

type Limit = LiveCredential["models"][number]["limits"][number];

/** Returns what is left of the limit that is used up the most; undefined if the provider reported none. */
export function tightestOf({ models }: Pick<LiveCredential, "models">) {
  const known = models.flatMap(({ model_endpoint, limits, reported_at }) =>
    limits.map((limit) => ({ model: model_endpoint, limit, reportedAt: reported_at, share: shareOf(limit) })),
  );
  const [first] = known.toSorted((a, b) => a.share - b.share);
  return first && { ...first, text: textOf(first.limit) };
}

function shareOf({ remaining, limit }: Limit): number {
  return remaining === null || !limit ? 1 : remaining / limit;
}

/** Returns a limit as text: "39 of 50 requests left". */
export function textOf({ kind, remaining, limit }: Limit): string {
  const unit = kind.replace("_", " ");
  const left = remaining ?? limit;
  if (left === null) return `${unit} reset`;
  const most = limit === null || remaining === null ? "" : ` of ${formatCount(limit)}`;
  return `${formatCount(left)}${most} ${unit} left`;
}
