"use client";

import { LazyContent, lazyLayer } from "../../overlays/lazy-layer.tsx";
import type { CopyByHandProps } from "./copy-by-hand-layer.tsx";

const layer = lazyLayer(() => import("./copy-by-hand-layer.tsx").then(({ CopyByHandLayer }) => CopyByHandLayer));

/** The text, selected for the user's own copy command, for pages without clipboard access. */
export function CopyByHand(props: CopyByHandProps) {
  return <LazyContent layer={layer} props={{ ...props, open: props.text !== undefined }} />;
}
