"use client";

import { Command } from "cmdk";
import { Check, Plus } from "lucide-react";
import { usePathname } from "next/navigation";
import { type KeyboardEvent, useState } from "react";
import { Kbd } from "#components/ui/display/kbd.tsx";
import { useNavigate } from "#components/ui/hooks/use-navigate.ts";
import type { AnchoredLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { PopoverBox } from "#components/ui/overlays/popover-box.tsx";
import { pathIn } from "./navigation.ts";
import { useShell } from "./shell-context.tsx";
import { WorkspaceDot } from "./workspace-dot.tsx";

const ITEM =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 text-sm data-[selected=true]:bg-well pointer-coarse:min-h-11";

/** The workspaces of the organization in a searchable popover. */
export function WorkspaceList({ onDone, ...layer }: AnchoredLayer & { onDone: () => void }) {
  const { name } = useShell().organization;
  return (
    <PopoverBox {...layer} label={`Workspaces of ${name}`} className="overflow-hidden p-0">
      <List onDone={onDone} />
    </PopoverBox>
  );
}

function List({ onDone }: { onDone: () => void }) {
  const { workspaces, currentWorkspace, organization, onCreateWorkspace } = useShell();
  const goTo = useNavigate();
  const pathname = usePathname();
  const [search, setSearch] = useState("");
  const go = (slug: string | undefined) => {
    if (slug === undefined) return;
    onDone();
    goTo(pathIn(slug, pathname));
  };
  const pickByDigit = (event: KeyboardEvent) => {
    if (search !== "" || event.metaKey || event.ctrlKey || event.altKey || !/^[1-9]$/.test(event.key)) return;
    event.preventDefault();
    go(workspaces[Number(event.key) - 1]?.slug);
  };
  return (
    <Command label="Workspaces" loop onKeyDown={pickByDigit}>
      <Command.Input
        value={search}
        onValueChange={setSearch}
        placeholder={`Search ${workspaces.length} ${workspaces.length === 1 ? "workspace" : "workspaces"}`}
        className="h-10 w-full border-b bg-transparent px-3 text-sm outline-none"
      />
      <Command.List className="max-h-80 overflow-y-auto p-1" tabIndex={-1}>
        <Command.Empty className="px-2 py-3 text-muted text-sm">No workspaces match</Command.Empty>
        <Command.Group
          heading={organization.name}
          className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-1.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:text-xs"
        >
          {workspaces.map((workspace, index) => (
            <Command.Item
              key={workspace.id}
              value={workspace.id}
              keywords={[workspace.name, workspace.slug]}
              onSelect={() => go(workspace.slug)}
              className={ITEM}
            >
              <WorkspaceDot id={workspace.id} />
              <span className="truncate">{workspace.name}</span>
              <span className="ml-auto flex items-center gap-2">
                {workspace.id === currentWorkspace.id && (
                  <Check className="size-4 text-accent-ink" aria-label="current" />
                )}
                {index < 9 && search === "" && <Kbd keys={String(index + 1)} />}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      </Command.List>
      {onCreateWorkspace && (
        <button
          type="button"
          onClick={() => {
            onDone();
            onCreateWorkspace();
          }}
          className="flex h-10 w-full items-center gap-2.5 border-t px-3 text-sm -outline-offset-2 hover:bg-well focus-visible:-outline-offset-2"
        >
          <Plus className="size-4 text-muted" aria-hidden />
          Create workspace
        </button>
      )}
    </Command>
  );
}
