"use client";

import { useMutation } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { mutation } from "#lib/api/query.ts";
import { testDestination } from "#lib/contract/destinations.ts";
import { formatDuration } from "#lib/format-time.ts";

/** Sends one made-up request and shows the receiver's response. */
export function DestinationTest({ id }: { id: string }) {
  const test = useMutation(mutation(testDestination));
  const result = test.data?.data;
  return (
    <>
      <Button pending={test.isPending} onClick={() => test.mutate({ params: { id } })}>
        <Send aria-hidden />
        Send test
      </Button>
      <div role="status" className="flex min-h-8 min-w-0 flex-wrap items-center gap-2 text-sm">
        {result && !test.isPending && (
          <>
            <StatusChip tone={result.error === null ? "ok" : "bad"}>
              {result.error === null ? "Delivered" : "Not delivered"}
            </StatusChip>
            <span className="break-words">
              {result.error ?? `The receiver responded with ${result.status}`} ({formatDuration(result.duration_ms)})
            </span>
          </>
        )}
        {test.error && <span className="text-bad">Could not send the test: {test.error.message}</span>}
      </div>
    </>
  );
}
