"use client";

import { Columns3 } from "lucide-react";
import { Button } from "#components/ui/display/button.tsx";
import { ButtonWithLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { popoverLayer } from "#components/ui/overlays/popover-box.tsx";

const layer = lazyLayer(
  () => import("./column-picker-layer.tsx").then(({ ColumnPickerLayer }) => ColumnPickerLayer),
  popoverLayer,
);

/** Chooses the columns of the list and their order. Exports include all columns. */
export function ColumnPicker() {
  const trigger = (
    <Button size="small">
      <Columns3 aria-hidden />
      Columns
    </Button>
  );
  return <ButtonWithLayer kind="dialog" trigger={trigger} layer={layer} layerProps={{}} />;
}
