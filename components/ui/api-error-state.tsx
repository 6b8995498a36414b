"use client";

import type { ApiError } from "#lib/api/api-error.ts";
import { ErrorState } from "./error-state.tsx";

type ApiErrorStateProps = {
  /** What failed, in the words of the page: "The keys could not be loaded". */
  title: string;
  error: ApiError;
  onRetry?: () => void;
  retrying?: boolean;
};

/** A refused call in its place: why, the status and request id, and Retry where that can help. */
export function ApiErrorState({ title, error, onRetry, retrying = false }: ApiErrorStateProps) {
  const again = onRetry && error.status !== 403 && { onRetry, retrying };
  return (
    <ErrorState
      title={title}
      detail={detailOf(error)}
      status={error.status || undefined}
      requestId={error.requestId}
      {...again}
    />
  );
}

function detailOf(error: ApiError): string {
  if (error.status === 403) {
    return `${sentence(error.message)} It needs a management key, or the role owner or admin in this organization; an owner can give it to you.`;
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
