"use client";

import type { Rejection } from "#components/charts/rejections/use-rejections.ts";
import { useShell } from "#components/shell/shell-context.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { formatCount } from "#lib/format.ts";
import { REJECTION_WORDS } from "#lib/rejection-words.ts";
import { type Key, type KeyStatus, KeyStatusChip } from "./key-status.tsx";

type KeyStateProps = { record: Key; status: KeyStatus; rejection: Rejection | undefined };

/** A key's status; if it rejected requests in the last minutes, that, with the reason and a link to them. */
export function KeyState({ record, status, rejection }: KeyStateProps) {
  const { slug } = useShell().currentWorkspace;
  if (!rejection || status === "disabled" || status === "expired") return <KeyStatusChip status={status} />;
  const { reason, requests } = rejection;
  const isOfSome = reason === "external_user_limit" || reason === "session_limit";
  return (
    <Link
      href={`/w/${slug}/logs?range=1h&key=${record.hash}&status=rejected&reason=${reason}`}
      title={`${formatCount(requests)} in the last 15 minutes. Show them in Logs.`}
      className="flex flex-wrap items-center gap-x-1.5 hover:underline pointer-coarse:min-h-11"
    >
      <StatusChip tone={isOfSome ? "warn" : "bad"}>
        {isOfSome ? "Rejecting some requests" : "Rejecting requests"}
      </StatusChip>
      <span className="whitespace-nowrap text-muted text-xs">{REJECTION_WORDS[reason]}</span>
    </Link>
  );
}
