"use client";

import type { ReactNode } from "react";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import type { ApiError } from "#lib/api/api-error.ts";
import { OlderRows, type RowNoun } from "./older-rows.tsx";

/** What it needs of an infinite query. */
type Pages = {
  data: unknown;
  error: ApiError | null;
  isFetching: boolean;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  refetch: () => unknown;
  fetchNextPage: () => unknown;
};

type RowPagesProps = {
  noun: RowNoun;
  pages: Pages;
  /** The number of rows loaded. */
  rows: number;
  skeleton: ReactNode;
  empty: ReactNode;
  /** The rows. */
  children: ReactNode;
};

/** A list that is read page by page: an error, a placeholder, a sentence if it is empty, or the rows and more of them. */
export function RowPages({ noun, pages, rows, skeleton, empty, children }: RowPagesProps) {
  if (pages.error && !pages.data) {
    return <ApiErrorState title={`The ${noun} could not be loaded`} result={pages} />;
  }
  if (!pages.data) return skeleton;
  // A page can be empty although older ones are not.
  if (rows === 0 && !pages.hasNextPage) return empty;
  return (
    <>
      {children}
      <OlderRows
        noun={noun}
        rows={rows}
        hasMore={pages.hasNextPage}
        isLoading={pages.isFetchingNextPage}
        hasFailed={pages.isFetchNextPageError}
        onLoad={() => void pages.fetchNextPage()}
      />
    </>
  );
}
