"use client";

import { useQueryClient } from "@tanstack/react-query";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";
import { ApiError } from "#lib/api/api-error.ts";
import { getSession } from "#lib/contract/session.ts";

export type PageErrorProps = { error: Error & { digest?: string }; reset: () => void };

const TITLE = "This page could not be shown";

/** Replaces a page that failed: the error, its id in the log, and a retry. The shell remains. */
export function PageError({ error, reset }: PageErrorProps) {
  const client = useQueryClient();
  const retry = () => {
    // The page may have failed because of its data.
    void client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== getSession.resource });
    reset();
  };
  if (error instanceof ApiError) return <ApiErrorState title={TITLE} result={{ error, refetch: retry }} />;
  if (isMissingCode(error)) {
    return (
      <ErrorState
        title="Part of this page did not load"
        detail="The gateway is not responding, or it was updated after you opened the page. Nothing was changed. Retry reloads the page."
        onRetry={() => void reloadWhenReachable()}
      />
    );
  }
  return (
    <ErrorState
      title={TITLE}
      detail="The console hit an error while showing this page. Nothing was changed. Try again, or open another page."
      requestId={error.digest}
      onRetry={retry}
    />
  );
}

/** Reloading while the gateway is down would replace the console with the browser's own error page. */
async function reloadWhenReachable(): Promise<void> {
  const answered = await fetch(window.location.href, { method: "HEAD" }).then(
    () => true,
    () => false,
  );
  if (answered) window.location.reload();
}

function isMissingCode({ name, message }: Error): boolean {
  return name === "ChunkLoadError" || /dynamically imported module|failed to load chunk/i.test(message);
}
