"use client";

import { ChevronsUpDown } from "lucide-react";
import { useState } from "react";
import { ButtonWithLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { popoverLayer } from "#components/ui/overlays/popover-box.tsx";
import { cn } from "#lib/cn.ts";

const layer = lazyLayer(() => import("./model-options.tsx").then(({ ModelOptions }) => ModelOptions), popoverLayer);

type ModelPickerProps = {
  value: string;
  onValueChange: (model: string) => void;
  label: string;
  placeholder?: string;
  className?: string;
};

/** Picks any model of the catalogue by search; unknown names can be typed. */
export function ModelPicker({ value, onValueChange, label, className, ...props }: ModelPickerProps) {
  const [open, setOpen] = useState(false);
  const choose = (model: string) => {
    onValueChange(model);
    setOpen(false);
  };
  return (
    <ButtonWithLayer
      kind="dialog"
      open={open}
      onOpenChange={setOpen}
      layer={layer}
      layerProps={{ label, value, onChoose: choose }}
      trigger={
        <button
          type="button"
          aria-label={value ? `${label}: ${value}` : label}
          className={cn(
            "flex h-8 min-w-0 items-center gap-1.5 rounded-md px-2 font-mono text-sm hover:bg-well data-[state=open]:bg-well pointer-coarse:h-11",
            className,
          )}
        >
          <span className={cn("truncate", !value && "font-sans text-muted")}>
            {value || props.placeholder || "Choose a model"}
          </span>
          <ChevronsUpDown className="ml-auto size-3.5 shrink-0 text-muted" aria-hidden />
        </button>
      }
    />
  );
}
