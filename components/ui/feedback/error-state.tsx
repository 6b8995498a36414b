"use client";

import { CircleX, RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../display/button.tsx";
import { IdPill } from "../display/id-pill.tsx";

type ErrorStateProps = {
  /** What failed, in the words of the page: "The keys could not be loaded". */
  title: string;
  /** Why, and what to do next. */
  detail?: ReactNode;
  /** The HTTP status and request ID, if there was a response. */
  status?: number | undefined;
  requestId?: string | undefined;
  onRetry?: () => void;
  retrying?: boolean;
  children?: ReactNode;
};

/** Shown in place of content that failed: what failed and why, the status and request ID, and what to do next. */
export function ErrorState({ title, detail, status, requestId, onRetry, retrying, children }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 border-y border-l-2 border-l-bad px-4 py-5">
      <div className="flex items-start gap-2">
        <CircleX className="mt-0.5 size-4 shrink-0 text-bad" aria-hidden />
        <div className="flex flex-col gap-1">
          <p className="font-medium text-base">{title}</p>
          {detail && <p className="max-w-[65ch] text-muted text-sm">{detail}</p>}
        </div>
      </div>
      {(status !== undefined || requestId) && (
        <p className="flex flex-wrap items-center gap-2 text-muted text-xs">
          {status !== undefined && <span className="font-mono">HTTP {status}</span>}
          {requestId && <IdPill id={requestId} label="request ID" />}
        </p>
      )}
      {children}
      {onRetry && (
        <Button onClick={onRetry} pending={retrying ?? false}>
          <RotateCw aria-hidden />
          Retry
        </Button>
      )}
    </div>
  );
}
