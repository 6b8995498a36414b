"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { IdPill } from "#components/ui/display/id-pill.tsx";
import { Link } from "#components/ui/display/link.tsx";
import { PageHeader } from "#components/ui/display/page-header.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { ErrorState } from "#components/ui/feedback/error-state.tsx";
import { TableSkeleton } from "#components/ui/feedback/table-skeleton.tsx";
import { formatCount } from "#lib/format.ts";
import { useLogView } from "../use-log-view.ts";
import { SessionFacts } from "./session-facts.tsx";
import { TurnTable } from "./turn-table.tsx";
import { type Turn, useSession } from "./use-session.ts";
import type { Session } from "./use-sessions.ts";

/** One session: its sums, and its requests in their order with what each adds to the conversation. */
export function SessionTimeline({ sessionId }: { sessionId: string }) {
  return (
    <>
      <PageHeader
        parent={<BackToSessions />}
        title="Session"
        id={<IdPill id={sessionId} label="session ID" ends={16} />}
        description="All requests in this session, oldest first. The list's time range and filters do not apply."
      />
      <Loaded key={sessionId} sessionId={sessionId} />
    </>
  );
}

function BackToSessions() {
  const { list } = useLogView();
  return (
    <a
      href="?list=sessions"
      className="hover:underline"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey) return;
        event.preventDefault();
        list("sessions");
      }}
    >
      Sessions
    </a>
  );
}

function Loaded({ sessionId }: { sessionId: string }) {
  const { pages, session, turns } = useSession(sessionId);
  const { error } = pages;
  if (error?.status === 404) {
    return <ErrorState title="Session not found in this workspace" status={404} requestId={error.requestId} />;
  }
  if (error && !pages.data) {
    return <ApiErrorState title="The session could not be loaded" result={pages} />;
  }
  if (!session) return <TimelineSkeleton />;
  return (
    <div className="flex flex-col gap-4">
      <SessionFacts session={session} />
      <ContentNote turns={turns} />
      <TurnTable session={session} turns={turns} />
      <More session={session} turns={turns} pages={pages} />
    </div>
  );
}

/** Says how much of the conversation is known. */
function ContentNote({ turns }: { turns: readonly Turn[] }) {
  const { slug } = useShell().currentWorkspace;
  const stored = turns.filter(({ has_content: has }) => has).length;
  if (stored === turns.length) return null;
  return (
    <p className="rounded-md border border-dashed px-3 py-2 text-sm">
      {stored === 0
        ? "No prompts or responses are stored for these requests, so only their numbers are compared. "
        : `Prompts and responses are stored for ${formatCount(stored)} of ${formatCount(turns.length)} requests. The others show only their numbers. `}
      <Link href={`/w/${slug}/settings#logging`} className="text-accent-ink underline">
        Logging settings
      </Link>
    </p>
  );
}

type MoreProps = { session: Session; turns: readonly Turn[]; pages: ReturnType<typeof useSession>["pages"] };

function More({ session, turns, pages }: MoreProps) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
        Show later requests
      </Button>
      <span className="text-muted text-xs">
        {formatCount(turns.length)} of {formatCount(session.requests + session.rejected)} shown
      </span>
      {pages.isFetchNextPageError && <span className="text-bad text-xs">They could not be loaded.</span>}
    </div>
  );
}

const ROWS = ["w-64", "w-96", "w-72", "w-80", "w-64"];

function TimelineSkeleton() {
  return (
    <TableSkeleton label="session" rows={ROWS.map((width) => ["w-16", width, "ml-auto w-24 max-sm:hidden"])}>
      <div className="mb-4 h-16" />
    </TableSkeleton>
  );
}
