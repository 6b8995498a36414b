"use client";

import { isCancelledError } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import type { ApiError } from "#lib/api/api-error.ts";
import { Button } from "../display/button.tsx";
import { ErrorState } from "./error-state.tsx";

type ApiErrorStateProps = {
  /** What failed, in the words of the page: "The keys could not be loaded". */
  title: string;
  /**
   * The title for a record that does not exist, "Key not found", shown without Retry: for 404, and for 400, with which the
   * API rejects a malformed id.
   */
  missing?: string;
  /** What failed, usually a query's result. Without `refetch`, another attempt would fail too. */
  result: { error: ApiError | null | undefined; refetch?: () => unknown; isFetching?: boolean };
};

/** Shown in place of content that failed to load: the reason, the status and request ID, and Retry if that can help. */
export function ApiErrorState({ title, missing, result }: ApiErrorStateProps) {
  const { error, refetch, isFetching: retrying = false } = result;
  if (!error) return null;
  const onRetry = refetch && (() => void refetch());
  const wasCanceled: boolean = isCancelledError(error);
  if (wasCanceled) return <Canceled {...(onRetry && { onLoad: onRetry })} pending={retrying} />;
  const isMissing = missing !== undefined && (error.status === 404 || error.status === 400);
  const again = onRetry && !isMissing && error.status !== 403 && { onRetry, retrying };
  return (
    <ErrorState
      title={isMissing ? missing : title}
      detail={detailOf(error)}
      status={error.status || undefined}
      requestId={error.requestId}
      {...again}
    />
  );
}

/** The user canceled loading, so nothing failed. */
function Canceled({ onLoad, pending }: { onLoad?: () => void; pending: boolean }) {
  return (
    <div className="flex flex-col items-start gap-3 border-y px-4 py-5 text-sm">
      <p role="status">Loading was canceled.</p>
      {onLoad && (
        <Button onClick={onLoad} pending={pending}>
          <RotateCw aria-hidden />
          Load
        </Button>
      )}
    </div>
  );
}

function detailOf(error: ApiError): string {
  if (error.status === 403) {
    return `${sentence(error.message)} It needs a management key or the role owner or admin. Ask an owner for access.`;
  }
  if (error.status === 401) return "Your session ended. Sign in again, then retry.";
  if (error.status === 429 && error.retryAfterMs) {
    return `${sentence(error.message)} Wait ${Math.ceil(error.retryAfterMs / 1000)} s, then retry.`;
  }
  return sentence(error.message);
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
