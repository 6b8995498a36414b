"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useShell } from "#components/shell/shell-context.tsx";
import { Button } from "#components/ui/display/button.tsx";
import { Pagination } from "#components/ui/display/pagination.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { EmptyState } from "#components/ui/feedback/empty-state.tsx";
import { Loading } from "#components/ui/feedback/skeleton.tsx";
import { SkeletonRow } from "#components/ui/feedback/table-skeleton.tsx";
import { parseAsInteger } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { query } from "#lib/api/query.ts";
import { listRateLimits } from "#lib/contract/rate-limits.ts";
import { RateLimitTable } from "./rate-limit-table.tsx";
import { UseNote } from "./use-note.tsx";

/** Few, because the use of each is read again and again. */
const VIEW = { offset: parseAsInteger.withDefault(0), limit: parseAsInteger.withDefault(20) };

/** The workspace's rate limits with their current use. */
export function RateLimitList({ onCreate }: { onCreate: () => void }) {
  const { id } = useShell().currentWorkspace;
  const [view, setView] = useQueryStates(VIEW, { history: "replace" });
  const result = useQuery(query(listRateLimits, { query: view, workspace: id }));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The rate limits could not be loaded" result={result} />;
  }
  if (!data) return <TableSkeleton />;
  const [first] = data.data;
  if (!first && data.total_count === 0) return <NoRateLimits onCreate={onCreate} />;
  return (
    <>
      {first && <UseNote rule={first} />}
      <RateLimitTable rules={data.data} />
      {data.total_count > data.data.length && (
        <Pagination
          offset={view.offset}
          limit={view.limit}
          total={data.total_count}
          noun="rate limits"
          onChange={(page) => void setView(page, { history: "push" })}
        />
      )}
    </>
  );
}

function NoRateLimits({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      sentence="No rate limits yet. A rate limit caps the requests and tokens that the workspace, a member or a key can use per minute, per day or at the same time. Requests over the limit wait or are rejected."
      action={
        <Button onClick={onCreate}>
          <Plus aria-hidden />
          Create rate limit
        </Button>
      }
    />
  );
}

function TableSkeleton() {
  return (
    <Loading label="rate limits">
      {["first", "second", "third"].map((row) => (
        <SkeletonRow key={row} bars={["w-40", "w-32", "w-56"]} className="px-4" />
      ))}
    </Loading>
  );
}
