"use client";

import { Columns2, Diff, History, Link2, MessageSquarePlus, Terminal } from "lucide-react";
import { ModeSwitcher } from "#components/playground/models/mode-switcher.tsx";
import type { Dialect } from "#components/playground/result/answer.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Switch } from "#components/ui/forms/switch.tsx";
import { useCanCompare } from "../answer/use-comparable.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";
import { usePlayground, usePlaygroundState } from "./use-playground.ts";

type ToolbarProps = {
  onAddPane: () => void;
  onCode: () => void;
  onCompare: () => void;
  onHistory: () => void;
  onShare: () => void;
};

const DIALECTS: readonly { value: Dialect; label: string }[] = [
  { value: "responses", label: "Responses" },
  { value: "messages", label: "Messages" },
];

/** The page's header: the dialect, the number of panes, and export actions. */
export function Toolbar({ onAddPane, onCode, onCompare, onHistory, onShare }: ToolbarProps) {
  const { actions } = usePlayground();
  const dialect = usePlaygroundState((state) => state.dialect);
  const synced = usePlaygroundState((state) => state.synced);
  const count = usePlaygroundState(({ panes }) => panes.length);
  const canCompare = useCanCompare();
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 pb-3">
      <h1 className="font-medium text-xl">Playground</h1>
      <SegmentedControl
        size="small"
        className="max-md:order-2 max-md:mt-1"
        aria-label="API dialect"
        options={DIALECTS}
        value={dialect}
        onValueChange={actions.setDialect}
      />
      {count > 1 && (
        <Switch
          checked={synced}
          onCheckedChange={actions.setSynced}
          label="Shared prompt"
          className="items-center gap-2"
        />
      )}
      <div className="ml-auto flex items-center gap-1">
        <Button onClick={onAddPane} disabled={count >= MOST_PANES} aria-label="Add pane">
          <Columns2 aria-hidden />
          <span className="max-sm:hidden">Add pane</span>
        </Button>
        {count > 1 && (
          <Button onClick={onCompare} disabled={!canCompare} aria-label="Compare responses">
            <Diff aria-hidden />
            <span className="max-lg:hidden">Compare responses</span>
          </Button>
        )}
        <Button onClick={onCode} aria-label="View code">
          <Terminal aria-hidden />
          <span className="max-sm:hidden">View code</span>
        </Button>
        <IconButton label="Copy share link" onClick={onShare}>
          <Link2 aria-hidden />
        </IconButton>
        <IconButton label="History" onClick={onHistory}>
          <History aria-hidden />
        </IconButton>
        <IconButton label="New conversation" onClick={actions.clear}>
          <MessageSquarePlus aria-hidden />
        </IconButton>
      </div>
      <ModeSwitcher mode="text" className="order-1 basis-full" />
    </header>
  );
}
