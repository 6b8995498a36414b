"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { formatCount } from "#lib/format.ts";
import { Select } from "../forms/select.tsx";
import { IconButton } from "./icon-button.tsx";

const SIZES = [25, 50, 100] as const;

type PaginationProps = {
  offset: number;
  limit: number;
  total: number;
  onChange: (page: { offset: number; limit: number }) => void;
  /** What is counted: "keys". */
  noun: string;
};

/** "1 to 50 of 312", previous and next, and the page size. */
export function Pagination({ offset, limit, total, onChange, noun }: PaginationProps) {
  const first = total === 0 ? 0 : offset + 1;
  const last = Math.min(offset + limit, total);
  const sizes = SIZES.map((size) => ({ value: String(size), label: `${size} per page` }));
  return (
    <nav
      aria-label={`Pages of ${noun}`}
      className="flex flex-wrap items-center justify-between gap-3 px-2 py-2 text-sm"
    >
      <p className="text-muted" aria-live="polite">
        {formatCount(first)} to {formatCount(last)} of {formatCount(total)}{" "}
        {total === 1 ? noun.replace(/s$/, "") : noun}
      </p>
      <div className="flex items-center gap-1">
        <Select
          size="small"
          aria-label="Page size"
          className="w-28 pointer-coarse:w-36"
          options={sizes}
          value={String(limit)}
          onValueChange={(size) => onChange({ offset: 0, limit: Number(size) })}
        />
        <IconButton
          label="Previous page"
          disabled={offset === 0}
          onClick={() => onChange({ offset: Math.max(0, offset - limit), limit })}
        >
          <ChevronLeft aria-hidden />
        </IconButton>
        <IconButton
          label="Next page"
          disabled={last >= total}
          onClick={() => onChange({ offset: offset + limit, limit })}
        >
          <ChevronRight aria-hidden />
        </IconButton>
      </div>
    </nav>
  );
}
