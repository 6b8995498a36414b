import { formatDate } from "#lib/format-time.ts";
import type { Model } from "./model-filters.ts";

/** Says when the creator of a model retires it, and what it recommends instead. `date`: YYYY-MM-DD. */
export function RetirementNotice({ model, date }: { model: Model; date: string }) {
  const { successor, upstream_successor: unlisted } = model;
  return (
    <span className="mt-1 block font-medium text-warn">
      Retirement date: {formatDate(`${date}T00:00:00Z`, "utc")}.{successor && ` Recommended replacement: ${successor}.`}
      {unlisted && ` Its creator recommends ${unlisted}, which is not in the catalogue.`}
    </span>
  );
}
