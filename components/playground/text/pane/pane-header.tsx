"use client";

import { Copy, Ellipsis, Eraser, SlidersHorizontal, Terminal, X } from "lucide-react";
import { ModelPicker } from "#components/playground/models/model-picker.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { cn } from "#lib/cn.ts";
import { changedCount } from "../settings/settings.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";
import { usePane, usePlayground, usePlaygroundState } from "./use-playground.ts";

export type OpenLayer = (layer: "settings" | "code", paneId: string) => void;

/** A pane's model and actions. */
export function PaneHeader({ paneId, number, openLayer }: { paneId: string; number: number; openLayer: OpenLayer }) {
  const { actions } = usePlayground();
  const model = usePane(paneId, (pane) => pane.model) ?? "";
  const changed = usePane(paneId, (pane) => changedCount(pane.settings)) ?? 0;
  const count = usePlaygroundState(({ panes }) => panes.length);
  return (
    <header className="flex h-11 shrink-0 items-center gap-0.5 border-b px-2">
      <ModelPicker
        value={model}
        onValueChange={(next) => actions.setModel(paneId, next)}
        label={count === 1 ? "Model" : `Model of pane ${number}`}
        className="flex-initial"
      />
      <span className="flex-1" />
      <IconButton
        label={changed === 0 ? "Settings" : `Settings, ${changed} changed`}
        onClick={() => openLayer("settings", paneId)}
        className={cn("relative", count === 1 && "lg:hidden")}
      >
        <SlidersHorizontal aria-hidden />
        {changed > 0 && <span className="absolute top-1 right-1 size-1.5 rounded-full bg-accent" aria-hidden />}
      </IconButton>
      <Menu trigger={MORE}>
        <MenuItem onSelect={() => openLayer("code", paneId)} shortcut="⌘ /">
          <Terminal aria-hidden />
          View code
        </MenuItem>
        <MenuItem onSelect={() => actions.duplicatePane(paneId)} disabled={count >= MOST_PANES} shortcut="⌘ D">
          <Copy aria-hidden />
          Duplicate pane
        </MenuItem>
        <MenuItem onSelect={() => actions.clearPane(paneId)}>
          <Eraser aria-hidden />
          Clear conversation
        </MenuItem>
        {count > 1 && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => actions.removePane(paneId)}>
              <X aria-hidden />
              Remove pane
            </MenuItem>
          </>
        )}
      </Menu>
    </header>
  );
}

const MORE = (
  <IconButton label="Pane actions" tooltip={false}>
    <Ellipsis aria-hidden />
  </IconButton>
);
