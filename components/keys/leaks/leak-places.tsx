import type { z } from "zod";
import { Time } from "#components/ui/display/time.tsx";
import { Badge } from "#components/ui/feedback/badge.tsx";
import type { KeyLeakReport } from "#lib/contract/key-reports.ts";

type Report = z.output<typeof KeyLeakReport>;

const REPORTERS = {
  github: { label: "GitHub", title: "GitHub's signature was verified." },
  organization: { label: "administrator", title: "Reported by an administrator or with a management key." },
  anyone: {
    label: "unverified",
    title: "Reported by someone who had the key. Be careful: they chose the address.",
  },
};

/** The places where a key was found. Only verified addresses are links. */
export function LeakPlaces({ reports }: { reports: readonly Report[] }) {
  return (
    <ul className="flex max-h-72 flex-col divide-y overflow-y-auto">
      {reports.map((report) => (
        <li key={`${report.source} ${report.url}`} className="flex flex-col gap-1 py-2 first:pt-0">
          <Place report={report} />
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted text-xs">
            <Badge title={REPORTERS[report.reporter].title}>{REPORTERS[report.reporter].label}</Badge>
            {report.source && <bdi>{report.source.replaceAll("_", " ")}</bdi>}
            {report.leaked_at && (
              <span>
                public since <Time value={report.leaked_at} format="absolute" />
              </span>
            )}
            <span>
              reported <Time value={report.last_reported_at} />
              {report.reports > 1 && `, ${report.reports} times`}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Place({ report: { url, reporter } }: { report: Report }) {
  if (url === null) return <span className="text-muted">No address given</span>;
  if (reporter === "anyone" || !/^https?:/.test(url)) return <bdi className="break-all">{url}</bdi>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer nofollow" className="break-all text-accent-ink underline">
      {url}
    </a>
  );
}
