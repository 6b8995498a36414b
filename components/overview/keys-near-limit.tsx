"use client";

import type { z } from "zod";
import { LimitMeter } from "#components/charts/limit-meter.tsx";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { useNow } from "#components/ui/hooks/use-now.ts";
import type { ApiKey } from "#lib/contract/keys.ts";
import { isoTime } from "#lib/format-time.ts";
import { limitPeriod } from "#lib/limit-period.ts";
import { NOTICE_SHARE } from "#lib/limits/notice-share.ts";

type Key = z.output<typeof ApiKey>;

const MAX_ROWS = 8;

/** The keys that have used more than four fifths of their limit, fullest first; nothing without any. */
export function KeysNearLimit({ records }: { records: readonly Key[] }) {
  const { slug } = useShell().currentWorkspace;
  const near = records
    .filter((key) => !key.disabled && usedShare(key) >= NOTICE_SHARE)
    .toSorted((a, b) => usedShare(b) - usedShare(a));
  if (near.length === 0) return null;
  return (
    <section aria-label="Keys near their limit" className="flex flex-col gap-2">
      <h2 className="font-medium text-base">Near their limit</h2>
      <ul className="border-t">
        {near.slice(0, MAX_ROWS).map((key) => (
          <li key={key.hash} className="grid grid-cols-2 items-center gap-4 border-b px-2 py-2 text-sm">
            <Link
              href={`/w/${slug}/keys/${key.hash}`}
              className="flex min-w-0 items-center hover:underline pointer-coarse:min-h-11"
            >
              <span className="truncate">{key.name}</span>
            </Link>
            <KeyMeter record={key} />
          </li>
        ))}
      </ul>
      {near.length > MAX_ROWS && (
        <p className="text-muted text-xs">
          Showing {MAX_ROWS} of {near.length}
        </p>
      )}
    </section>
  );
}

function KeyMeter({ record }: { record: Key }) {
  const nowMs = useNow() ?? Date.parse(record.created_at);
  const period = record.limit_reset ? limitPeriod(record.limit_reset, nowMs) : undefined;
  return (
    <LimitMeter
      label={record.name}
      usedUsd={(record.limit ?? 0) - (record.limit_remaining ?? 0)}
      limitUsd={record.limit}
      startsAt={isoTime(period?.startMs) || null}
      resetsAt={isoTime(period?.resetMs) || null}
    />
  );
}

function usedShare({ limit, limit_remaining: remaining }: Key): number {
  if (limit === null || remaining === null) return 0;
  return limit === 0 ? 1 : (limit - remaining) / limit;
}
