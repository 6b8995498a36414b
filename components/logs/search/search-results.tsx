"use client";

import { useRowShortcuts } from "#components/shell/commands/row-shortcuts.ts";
import { Button } from "#components/ui/display/button.tsx";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { formatCount } from "#lib/format.ts";
import { LogStatus } from "../log-status.tsx";
import { LogTableSkeleton } from "../table/log-table.tsx";
import { RowLink } from "../table/row-link.tsx";
import type { LogSelection } from "../use-log-selection.ts";
import { useLogView } from "../use-log-view.ts";
import { useSearch } from "./use-search.ts";

type SearchResultsProps = { text: string; selection: LogSelection; onClear: () => void };

/** The requests that a search found, where in them, and how far it searched. */
export function SearchResults({ text, selection, onClear }: SearchResultsProps) {
  const { pages, found, searched } = useSearch(text, selection);
  useRowShortcuts();
  if (pages.error && !pages.data) {
    return <ApiErrorState title="The search failed" result={pages} />;
  }
  if (!pages.data) return <LogTableSkeleton />;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="text-sm">
          {found.length === 1 ? "1 request found." : `${formatCount(found.length)} requests found.`}{" "}
          <Reach {...searched} />
        </p>
        <Button size="small" onClick={onClear}>
          Show all requests
        </Button>
      </div>
      {found.length > 0 ? (
        <Found found={found} />
      ) : (
        <EmptyState sentence="No request found. Choose a longer time range, or remove filters." />
      )}
      {pages.hasNextPage && (
        <Button className="self-center" pending={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          Search older requests
        </Button>
      )}
    </>
  );
}

type Searched = ReturnType<typeof useSearch>["searched"];

function Reach({ records, contents, isComplete, oldest }: Searched) {
  if (records === 0) return <span className="text-muted">No requests in this time range match the filters.</span>;
  return (
    <span className="text-muted">
      {isComplete ? "Searched all" : "Searched the newest"} {formatCount(records)} requests in this time range
      {!isComplete && (
        <>
          , back to <Time value={oldest} format="absolute" />
        </>
      )}
      . Requests with stored content: {formatCount(contents)}.
    </span>
  );
}

type Match = ReturnType<typeof useSearch>["found"][number];

const PLACES: Record<Match["found_in"], string> = {
  id: "Generation ID",
  upstream_id: "Provider's ID",
  request_id: "Request ID",
  session_id: "Session",
  external_user: "End user",
  tag: "Tag",
  input: "Input",
  output: "Output",
  error: "Error",
};

function Found({ found }: { found: readonly Match[] }) {
  return (
    <Table caption="Search results">
      <TableHead>
        <TableHeader>Time</TableHeader>
        <TableHeader>Status</TableHeader>
        <TableHeader>Model</TableHeader>
        <TableHeader>Found in</TableHeader>
      </TableHead>
      <TableBody>
        {found.map((match, index) => (
          <Row key={match.generation.id} match={match} above={found[index - 1]?.generation.created_at} />
        ))}
      </TableBody>
    </Table>
  );
}

function Row({ match, above }: { match: Match; above: string | undefined }) {
  const { view, peek } = useLogView();
  const { generation: row, found_in: place, excerpt } = match;
  return (
    <TableRow selected={view.peek === row.id}>
      <TableCell line="first">
        <RowLink row={row} above={above} open={peek} />
      </TableCell>
      <TableCell line="first">
        <LogStatus row={row} />
      </TableCell>
      <TableCell className="max-w-56">
        <span className="block truncate">{row.model || "–"}</span>
      </TableCell>
      <TableCell className="max-w-96">
        <span className="flex min-w-0 gap-2">
          <span className="shrink-0 text-muted">{PLACES[place]}</span>
          {excerpt !== null && (
            <span dir="auto" className="truncate" title={excerpt}>
              {excerpt}
            </span>
          )}
        </span>
      </TableCell>
    </TableRow>
  );
}
