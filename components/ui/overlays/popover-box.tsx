"use client";

import type { AnchoredLayer } from "./button-with-layer.tsx";
import { LazyContent, lazyLayer } from "./lazy-layer.tsx";
import type { PopoverContent } from "./popover-layer.tsx";

export const popoverLayer = lazyLayer(() => import("./popover-layer.tsx").then(({ PopoverLayer }) => PopoverLayer));

/** A popover's layer around content that is loaded when it is opened: `lazyLayer(..., popoverLayer)`. */
export function PopoverBox(props: PopoverContent & AnchoredLayer) {
  return <LazyContent layer={popoverLayer} props={props} />;
}
