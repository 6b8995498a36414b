"use client";

import { Bookmark } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { ButtonWithLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { menuLayer } from "#components/ui/overlays/menu-box.tsx";
import { useSavedViews } from "./use-saved-views.ts";

const layer = lazyLayer(() => import("./view-menu-layer.tsx").then(({ ViewMenuLayer }) => ViewMenuLayer), menuLayer);

/** Shows saved views, and saves, shares, renames and deletes them. */
export function ViewMenu() {
  const saved = useSavedViews();
  const { current } = saved;
  const trigger = (
    <Button size="small">
      <Bookmark aria-hidden />
      <span className="max-w-40 truncate">{current ? current.name : "Views"}</span>
      {saved.isChanged && <span className="text-muted">(changed)</span>}
    </Button>
  );
  return (
    <>
      <ButtonWithLayer kind="menu" trigger={trigger} layer={layer} layerProps={{ saved }} />
      {saved.isMissing && <span className="text-warn text-xs">This view was deleted or is private.</span>}
    </>
  );
}
