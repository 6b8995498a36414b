"use client";

import { LazyContent, lazyLayer } from "./lazy-layer.tsx";
import type { SheetProps } from "./sheet-layer.tsx";

const layer = lazyLayer(() => import("./sheet-layer.tsx").then(({ SheetLayer }) => SheetLayer));

/** A panel at the right edge; on phones it opens from the bottom at full height. */
export function Sheet(props: SheetProps) {
  return <LazyContent layer={layer} props={props} />;
}
