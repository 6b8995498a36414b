"use client";

import { type Query, type QueryFilters, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { cn } from "#lib/cn.ts";
import { Button } from "../display/button.tsx";

const SLOW_MS = 2000;
/** What is loading for the first time, so that nothing is shown in its place yet. */
const isUnread = ({ state }: Query) => state.data === undefined && state.fetchStatus === "fetching";
const UNREAD: Pick<QueryFilters, "type" | "predicate"> = { type: "active", predicate: isUnread };

type SlowNoteProps = {
  /** What is loading: "keys". */
  label: string;
  /** How to make loading faster: "A shorter time range is faster." */
  hint?: string | undefined;
  className?: string;
};

/** Shown after two seconds: that loading continues, with a Cancel button. After Cancel, offers to load again. */
export function SlowNote({ label, hint, className }: SlowNoteProps) {
  const client = useQueryClient();
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!slow) return null;
  return (
    <div
      className={cn(
        "base:sticky base:bottom-3 z-10 flex w-fit flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-raised px-3 py-2 text-muted text-xs shadow-lg",
        className,
      )}
    >
      <span role="status">
        Still loading {label}.{hint && ` ${hint}`}
      </span>
      {client.isFetching(UNREAD) > 0 && (
        <Button size="small" onClick={() => void client.cancelQueries(UNREAD, { revert: false })}>
          Cancel
        </Button>
      )}
    </div>
  );
}
