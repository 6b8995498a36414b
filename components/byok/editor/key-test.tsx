import { CircleAlert, CircleCheck, CircleX } from "lucide-react";
import type { z } from "zod";
import type { KeyTest as KeyTestRecord } from "#lib/contract/byok.ts";
import { formatDuration } from "#lib/format-time.ts";

export type TestResult = z.output<typeof KeyTestRecord>;

const LOOKS = {
  accepted: { Icon: CircleCheck, look: "text-ok bg-ok-soft", word: "Accepted" },
  refused: { Icon: CircleX, look: "text-bad bg-bad-soft", word: "Rejected" },
  unknown: { Icon: CircleAlert, look: "text-warn bg-warn-soft", word: "Unknown" },
} as const;

/** A provider's response to a key test: the outcome, its status and message. */
export function KeyTest({ result }: { result: TestResult }) {
  const { Icon, look, word } = LOOKS[result.outcome];
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md border px-3 py-2.5 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className={`inline-flex h-5 items-center gap-1 rounded-sm px-1.5 text-xs ${look}`}>
          <Icon className="size-3.5" aria-hidden />
          {word}
        </span>
        <span className="text-muted text-xs">
          {result.status === null ? "no response" : `HTTP ${result.status}`}, {formatDuration(result.duration_ms)}
        </span>
      </p>
      <p className="break-words">{result.message}</p>
      {result.raw && (
        <details className="text-xs">
          <summary className="text-muted">Provider response</summary>
          <pre className="mt-1.5 max-h-40 overflow-auto whitespace-pre-wrap break-all rounded-sm bg-well p-2">
            {result.raw}
          </pre>
        </details>
      )}
    </div>
  );
}
