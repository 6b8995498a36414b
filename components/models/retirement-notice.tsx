import { formatDate } from "#lib/format-time.ts";

/** Says when the creator of a model retires it, and what it recommends instead. `date`: YYYY-MM-DD. */
export function RetirementNotice({ date, successor }: { date: string; successor: string | undefined }) {
  return (
    <span className="mt-1 block font-medium text-warn">
      Retirement date: {formatDate(`${date}T00:00:00Z`, "utc")}.{successor && ` Recommended replacement: ${successor}.`}
    </span>
  );
}
