"use client";

import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import { TableBody } from "#components/ui/display/table.tsx";

/** Rows drawn above and below the visible ones, so that J, K and Tab find the next row. */
const OVERSCAN = 16;
/** Until rows are measured: the default row and its line. */
const ROW_PX = 37;
/** At this width and above, a row is one line. */
const ONE_LINE_PX = 768;

type WindowedRowsProps = {
  rows: readonly { id: string }[];
  /** The row whose panel is open. It and the focused row stay in the document. */
  openId: string | null;
  draw: (index: number, windowed: { ref?: (row: Element | null) => void }) => ReactNode;
};

/** The body of a table with many rows: only those near the visible part are drawn. */
export function WindowedRows({ rows, openId, draw }: WindowedRowsProps) {
  const top = useRef<HTMLTableRowElement>(null);
  const [{ marginPx, rowPx }, setLayout] = useState({ marginPx: 0, rowPx: ROW_PX });
  const [focusedId, setFocusedId] = useState<string>();
  // Rows of one line have one height, so there is no need to measure each.
  const isFixed = window.innerWidth >= ONE_LINE_PX;
  // Heights are remembered by key, and forgotten when rows get another layout.
  const layout = isFixed ? `${rowPx}px` : "lines";
  const kept = [openId, focusedId]
    .map((id) => (id ? rows.findIndex((row) => row.id === id) : -1))
    .filter((at) => at >= 0);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: useCallback(() => rowPx, [rowPx]),
    getItemKey: useCallback((index: number) => `${layout} ${rows[index]?.id ?? index}`, [rows, layout]),
    overscan: OVERSCAN,
    scrollMargin: marginPx,
    useFlushSync: false,
    rangeExtractor: (range: Range) => [...new Set([...defaultRangeExtractor(range), ...kept])].sort((a, b) => a - b),
  });
  const { isScrolling } = virtualizer;
  useLayoutEffect(() => {
    const { current } = top;
    // Reading positions makes the browser lay the table out again. Nothing above it changes while it is scrolled.
    if (!current || isScrolling) return;
    const place = Math.round(current.getBoundingClientRect().top + window.scrollY);
    const height = current.parentElement?.querySelector("[data-index]")?.getBoundingClientRect().height ?? ROW_PX;
    if (place !== marginPx || height !== rowPx) setLayout({ marginPx: place, rowPx: height });
  });
  const items = virtualizer.getVirtualItems();
  const endPx = items.at(-1)?.end ?? marginPx;
  return (
    <TableBody
      onFocus={(event) =>
        setFocusedId(rows[Number(event.target.closest<HTMLElement>("[data-index]")?.dataset.index)]?.id)
      }
    >
      <tr ref={top} aria-hidden className="border-0" />
      {items.map((item, place) => (
        <Fragment key={item.key}>
          <Gap heightPx={item.start - (items[place - 1]?.end ?? marginPx)} />
          {draw(item.index, isFixed ? {} : { ref: virtualizer.measureElement })}
        </Fragment>
      ))}
      <Gap heightPx={virtualizer.getTotalSize() + marginPx - endPx} />
    </TableBody>
  );
}

/** Takes the place of rows that are not drawn. */
function Gap({ heightPx }: { heightPx: number }) {
  if (heightPx < 1) return null;
  return (
    <tr aria-hidden className="max-md:block">
      <td style={{ height: heightPx }} className="p-0 max-md:block" />
    </tr>
  );
}
