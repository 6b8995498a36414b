"use client";

import type { ConfirmDialogProps } from "./confirm-dialog-layer.tsx";
import { LazyContent, lazyLayer } from "./lazy-layer.tsx";

const layer = lazyLayer(() =>
  import("./confirm-dialog-layer.tsx").then(({ ConfirmDialogLayer }) => ConfirmDialogLayer),
);

/**
 * Tier T2: a large removal. Shows facts first, requires the name to be typed, and repeats verb and object on the
 * button.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return <LazyContent layer={layer} props={props} />;
}
