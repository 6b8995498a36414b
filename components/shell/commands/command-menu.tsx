"use client";

import { Command as Cmdk } from "cmdk";
import { ArrowRight, Clock, CornerDownLeft } from "lucide-react";
import * as Dialog from "radix-ui/dialog";
import { useEffect, useState } from "react";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { useNavigate } from "#components/ui/hooks/use-navigate.ts";
import { useReturnFocus } from "#components/ui/overlays/use-return-focus.ts";
import { useShell } from "../shell-context.tsx";
import type { Command } from "./commands.ts";
import { useGlobalCommands } from "./global-commands.ts";
import { matchScore } from "./match-score.ts";
import type { RecentPage } from "./recent.ts";

const SEARCH_WAIT_MS = 150;
const GROUP =
  "[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs";

type CommandMenuProps = {
  open: boolean;
  recent: readonly RecentPage[];
  copyBaseUrl: (baseUrl: string) => void;
  onClose: () => void;
};

/** Finds pages and actions by a few letters. Local results show at once, the server's are added below. */
export function CommandMenu({ open, onClose, ...props }: CommandMenuProps) {
  const returnFocus = useReturnFocus();
  return (
    <Dialog.Root open={open} onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          data-modal
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[max(0.75rem,12dvh)] z-50 mx-auto max-w-160 overflow-hidden rounded-lg bg-raised shadow-lg"
        >
          <Dialog.Title className="sr-only">Search or run</Dialog.Title>
          <CommandList {...props} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function CommandList({ recent, copyBaseUrl, onClose }: Omit<CommandMenuProps, "open">) {
  const [search, setSearch] = useState("");
  const commands = useGlobalCommands(copyBaseUrl);
  const { found, searching } = useFoundCommands(search);
  const go = useNavigate();
  const run = (action: () => void) => {
    onClose();
    action();
  };
  return (
    <Cmdk label="Search or run" loop filter={score}>
      <Cmdk.Input
        value={search}
        onValueChange={setSearch}
        placeholder="Go to a page, run a command or paste an ID"
        className="h-12 w-full border-b bg-transparent px-4 text-base outline-none"
      />
      <Cmdk.List className="max-h-[min(24rem,60dvh)] overflow-y-auto p-1.5" tabIndex={-1}>
        {found.length === 0 && (
          <Cmdk.Empty className="px-2.5 py-4 text-muted text-sm">
            {searching ? "Searching" : "No matches. Try fewer letters."}
          </Cmdk.Empty>
        )}
        {search === "" && <RecentGroup recent={recent} onPick={(path) => run(() => go(path))} />}
        <CommandGroup heading="Go to" commands={commands.filter((command) => command.group === "Go to")} run={run} />
        <CommandGroup heading="Actions" commands={commands.filter((command) => command.group === "Do")} run={run} />
        <CommandGroup heading="Results" commands={found} run={run} prefix={FOUND} />
      </Cmdk.List>
      <p className="flex items-center gap-4 border-t px-4 py-2 text-muted text-xs max-md:hidden">
        <span className="flex items-center gap-1.5">
          <Kbd keys="↑ ↓" /> choose
        </span>
        <span className="flex items-center gap-1.5">
          <CornerDownLeft className="size-3.5" aria-hidden /> run
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd keys="Esc" /> close
        </span>
      </p>
    </Cmdk>
  );
}

function RecentGroup({ recent, onPick }: { recent: readonly RecentPage[]; onPick: (path: string) => void }) {
  if (recent.length === 0) return null;
  return (
    <Cmdk.Group heading="Recent" className={GROUP}>
      {recent.map((page) => (
        <Cmdk.Item key={page.path} value={`recent:${page.path}`} onSelect={() => onPick(page.path)} className={ITEM}>
          <Clock className="size-4 text-muted" aria-hidden />
          <span className="truncate">{page.title}</span>
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  );
}

const ITEM =
  "flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-well pointer-coarse:min-h-11";

type CommandGroupProps = {
  heading: string;
  commands: readonly Command[];
  run: (action: () => void) => void;
  /** Before the value of each line. */
  prefix?: string;
};

/** Marks a line that the server has already matched. */
const FOUND = "found:";

function CommandGroup({ heading, commands, run, prefix = "" }: CommandGroupProps) {
  if (commands.length === 0) return null;
  return (
    <Cmdk.Group heading={heading} className={GROUP}>
      {commands.map(({ icon: Icon = ArrowRight, ...command }) => (
        <Cmdk.Item
          key={command.id}
          value={`${prefix}${command.id}`}
          keywords={[command.label, ...(command.keywords ?? [])]}
          onSelect={() => run(command.run)}
          className={ITEM}
        >
          <Icon className="size-4 shrink-0 text-muted" aria-hidden />
          <span className="truncate">{command.label}</span>
          {command.shortcut && <Kbd keys={command.shortcut} className="ml-auto" />}
        </Cmdk.Item>
      ))}
    </Cmdk.Group>
  );
}

function useFoundCommands(search: string): { found: readonly Command[]; searching: boolean } {
  const { findCommands } = useShell();
  const [answer, setAnswer] = useState<{ text: string; found: readonly Command[] }>({ text: "", found: [] });
  const text = search.trim();
  useEffect(() => {
    if (!findCommands || text === "") return;
    let stale = false;
    const keep = (found: readonly Command[]) => stale || setAnswer({ text, found });
    const timer = setTimeout(() => findCommands(text).then(keep, () => keep([])), SEARCH_WAIT_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [findCommands, text]);
  const current = text !== "" && answer.text === text;
  return { found: current ? answer.found : [], searching: Boolean(findCommands) && text !== "" && !current };
}

function score(value: string, search: string, [label = value, ...others]: string[] = []): number {
  return matchScore(search, [label, ...others], value.startsWith(FOUND));
}
