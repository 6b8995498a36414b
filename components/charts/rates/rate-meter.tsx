import { Meter } from "#components/ui/feedback/meter.tsx";
import { type FieldUse, RATE_UNITS, wordsOfUse } from "./rate-words.ts";

/** The current use of one limit, as numbers and a bar. `owner`: whose use it is, for screen readers. */
export function RateMeter({ owner, use }: { owner: string; use: FieldUse }) {
  const text = wordsOfUse(use);
  return (
    <div className="flex min-w-32 flex-col gap-1">
      <p className="flex justify-between gap-3 text-xs">
        <span>{text}</span>
        {use.used >= use.limit && <span className="shrink-0 font-medium text-bad">Limit reached</span>}
      </p>
      <Meter label={`${owner}, ${RATE_UNITS[use.field]}`} used={use.used} limit={use.limit} text={text} />
    </div>
  );
}
