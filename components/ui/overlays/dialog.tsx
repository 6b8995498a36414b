"use client";

import type { DialogProps } from "./dialog-layer.tsx";
import { LazyContent, lazyLayer } from "./lazy-layer.tsx";

const layer = lazyLayer(() => import("./dialog-layer.tsx").then(({ DialogLayer }) => DialogLayer));

/** A modal dialog; the focus moves into it, stays there, and returns to the opener. */
export function Dialog(props: DialogProps) {
  return <LazyContent layer={layer} props={props} />;
}
