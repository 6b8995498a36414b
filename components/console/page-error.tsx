"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { getSession } from "#lib/contract/session.ts";

type PageErrorProps = { error: Error & { digest?: string }; reset: () => void };

const TITLE = "This page could not be shown";

/** In place of a page that broke: what happened, under which id the log has it, and the way on. The shell stays. */
export function PageError({ error, reset }: PageErrorProps) {
  const client = useQueryClient();
  const retry = () => {
    // What was read may be what it broke on.
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== getSession.resource });
    reset();
  };
  if (error instanceof ApiError) return <ApiErrorState title={TITLE} error={error} onRetry={retry} />;
  if (isMissingCode(error)) {
    return (
      <ErrorState
        title="A part of this page was not sent"
        detail="The gateway does not answer, or it was updated after the page was opened. Nothing was changed. Retry loads the page anew."
        onRetry={() => window.location.reload()}
      />
    );
  }
  return (
    <ErrorState
      title={TITLE}
      detail="Something in the console broke while drawing it. Nothing was changed. Try again, or choose another page."
      requestId={error.digest}
      onRetry={retry}
    />
  );
}

function isMissingCode({ name, message }: Error): boolean {
  return name === "ChunkLoadError" || /dynamically imported module|failed to load chunk/i.test(message);
}
