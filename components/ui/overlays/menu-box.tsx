"use client";

import type { AnchoredLayer } from "./button-with-layer.tsx";
import { LazyContent, lazyLayer } from "./lazy-layer.tsx";
import type { MenuContent } from "./menu-parts.ts";

export const menuLayer = lazyLayer(() => import("./menu-layer.tsx").then(({ MenuLayer }) => MenuLayer));

/** A menu's layer around items that are loaded when it is opened: `lazyLayer(..., menuLayer)`. */
export function MenuBox(props: MenuContent & AnchoredLayer) {
  return <LazyContent layer={menuLayer} props={props} />;
}
