"use client";

import { Money } from "#components/ui/display/money.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import { ScrollBox } from "#components/ui/display/scroll-box.tsx";
import { KeyLimitMeter } from "./key-limit.tsx";
import type { Key } from "./key-status.tsx";

const PERIODS = [
  { label: "Today", usage: "usage_daily", byok: "byok_usage_daily" },
  { label: "This week", usage: "usage_weekly", byok: "byok_usage_weekly" },
  { label: "This month", usage: "usage_monthly", byok: "byok_usage_monthly" },
  { label: "All time", usage: "usage", byok: "byok_usage" },
] as const;

/** Spend of a key in the current day, week and month (UTC), by paying provider key; and its limit. */
export function KeyUsage({ record }: { record: Key }) {
  return (
    <Panel title="Spend" description="USD. Days start at 00:00 UTC, weeks on Monday.">
      <div className="flex flex-col gap-5">
        <ScrollBox as="section" aria-label="Spend by period" className="overflow-x-auto">
          <table className="w-full text-right text-sm tabular-nums">
            <caption className="sr-only">USD by credential and period</caption>
            <thead className="text-muted text-xs">
              <tr>
                <th scope="col" className="pb-2 text-left font-normal">
                  <span className="sr-only">Credential</span>
                </th>
                {PERIODS.map(({ label }) => (
                  <th key={label} scope="col" className="pb-2 pl-3 font-normal max-sm:pl-2">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr className="border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  System
                </th>
                {PERIODS.map(({ usage }) => (
                  <td key={usage} className="py-2 pl-3 text-lg max-sm:pl-2 max-sm:text-sm">
                    <Money usd={record[usage]} total />
                  </td>
                ))}
              </tr>
              <tr className="border-t">
                <th scope="row" className="py-2 text-left font-normal">
                  BYOK
                </th>
                {PERIODS.map(({ byok }) => (
                  <td key={byok} className="py-2 pl-3 text-muted max-sm:pl-2">
                    <Money usd={record[byok]} total />
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        </ScrollBox>
        {!record.is_management_key && (
          <section aria-label="Limit" className="flex flex-col gap-1.5 border-t pt-4">
            <KeyLimitMeter record={record} />
            {record.limit !== null && (
              <p className="text-muted text-xs">
                BYOK requests {record.include_byok_in_limit ? "count" : "do not count"} toward the limit.
              </p>
            )}
          </section>
        )}
      </div>
    </Panel>
  );
}
