import { formatDuration } from "#lib/format-time.ts";
import { StatusChip } from "./status-chip.tsx";

type DeliveryResultProps = {
  /** The request for the test: a mutation. */
  test: {
    data?: { data: { status: number | null; error: string | null; duration_ms: number } } | undefined;
    isPending: boolean;
    error: Error | null;
  };
  /** What happened if the receiver has no HTTP status. */
  withoutStatus?: string;
};

/** What the receiver of a test message responded, announced when it is known. */
export function DeliveryResult({ test, withoutStatus = "The file was written" }: DeliveryResultProps) {
  const result = test.data?.data;
  return (
    <div role="status" className="flex min-h-8 min-w-0 flex-wrap items-center gap-2 text-sm">
      {result && !test.isPending && (
        <>
          <StatusChip tone={result.error === null ? "ok" : "bad"}>
            {result.error === null ? "Delivered" : "Not delivered"}
          </StatusChip>
          <span className="break-words">
            {result.error ?? (result.status === null ? withoutStatus : `The receiver responded with ${result.status}`)}{" "}
            ({formatDuration(result.duration_ms)})
          </span>
        </>
      )}
      {test.error && <span className="text-bad">Could not send the test: {test.error.message}</span>}
    </div>
  );
}
