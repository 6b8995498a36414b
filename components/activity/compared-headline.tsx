import { Change } from "#components/charts/change.tsx";

type ComparedHeadlineProps = {
  now: number | null;
  /** Undefined unless periods are compared. */
  before: number | null | undefined;
  format: (value: number | null) => string;
};

/** A figure of the whole range, and how it has changed since the previous period. */
export function ComparedHeadline({ now, before, format }: ComparedHeadlineProps) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      {format(now)}
      {before !== undefined && (
        <>
          <Change now={now} before={before} />
          <span className="font-normal text-muted text-xs">before: {format(before)}</span>
        </>
      )}
    </span>
  );
}
