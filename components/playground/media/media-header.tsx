"use client";

import { SlidersHorizontal } from "lucide-react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { ModelPicker } from "../models/model-picker.tsx";

type MediaHeaderProps = {
  model: string;
  onModel: (model: string) => void;
  /** How many settings differ from their defaults. */
  changedCount: number;
  onSettings: () => void;
};

/** A mode's model, and a button for its settings if they do not fit next to the input. */
export function MediaHeader({ model, onModel, changedCount, onSettings }: MediaHeaderProps) {
  return (
    <header className="flex h-11 shrink-0 items-center gap-0.5 border-b px-2 pointer-coarse:h-12">
      <ModelPicker value={model} onValueChange={onModel} label="Model" className="flex-initial" />
      <span className="flex-1" />
      <IconButton
        label={changedCount === 0 ? "Settings" : `Settings, ${changedCount} changed`}
        onClick={onSettings}
        className="relative lg:hidden"
      >
        <SlidersHorizontal aria-hidden />
        {changedCount > 0 && <span className="absolute top-1 right-1 size-1.5 rounded-full bg-accent" aria-hidden />}
      </IconButton>
    </header>
  );
}
