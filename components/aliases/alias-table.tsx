"use client";

import { Pencil, Trash2 } from "lucide-react";
import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "#components/ui/display/table.tsx";
import { Time } from "#components/ui/display/time.tsx";
import { useRecordDialogs } from "#components/ui/overlays/record-dialogs.tsx";
import { ALIAS_DIALOGS } from "./alias-dialogs.ts";
import { type Alias, shareIn, type Target } from "./alias-draft.ts";
import { CanaryState } from "./canary-state.tsx";

/** A workspace's model aliases, and the targets of each. */
export function AliasTable({ aliases, mayChange }: { aliases: readonly Alias[]; mayChange: boolean }) {
  return (
    <Table caption="Model aliases" stickyFirst={false}>
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>Targets</TableHeader>
        <TableHeader className="max-lg:hidden">Changed</TableHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {aliases.map((alias) => (
          <AliasRow key={alias.id} alias={alias} mayChange={mayChange} />
        ))}
      </TableBody>
    </Table>
  );
}

function AliasRow({ alias, mayChange }: { alias: Alias; mayChange: boolean }) {
  const { edit, remove } = useRecordDialogs(ALIAS_DIALOGS);
  return (
    <TableRow>
      <TableCell line="first" className="py-1 align-top">
        <span className="flex min-w-0 items-center gap-1">
          <code className="min-w-0 truncate font-medium text-sm">{alias.name}</code>
          <CopyButton text={alias.name} label={`Copy ${alias.name}`} />
        </span>
        {alias.description && (
          <span className="block max-w-96 truncate font-normal text-muted text-xs">{alias.description}</span>
        )}
      </TableCell>
      <TableCell className="py-1.5 align-top max-md:w-full">
        <ul className="flex flex-col gap-0.5">
          {alias.targets.map((target) => (
            <TargetLine key={JSON.stringify(target)} target={target} alias={alias} />
          ))}
        </ul>
        {alias.rollout && <CanaryState alias={alias} rollout={alias.rollout} mayChange={mayChange} />}
      </TableCell>
      <TableCell line="hidden" className="py-1.5 align-top max-lg:hidden">
        <Time value={alias.updated_at} />
      </TableCell>
      <TableCell line="first" className="align-top">
        {mayChange && (
          <span className="flex justify-end gap-1">
            <IconButton label={`Edit ${alias.name}`} onClick={() => edit(alias)}>
              <Pencil />
            </IconButton>
            <IconButton label={`Delete ${alias.name}`} onClick={() => remove(alias)}>
              <Trash2 />
            </IconButton>
          </span>
        )}
      </TableCell>
    </TableRow>
  );
}

function TargetLine({ target, alias }: { target: Target; alias: Alias }) {
  const { model, preset, provider_order: providers, canary } = target;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2">
      {alias.targets.length > 1 && (
        <span className="w-10 text-muted text-xs tabular-nums">{shareIn(alias, target)}</span>
      )}
      <code className="min-w-0 break-all text-xs">{model ?? `@preset/${preset}`}</code>
      {model !== null && preset !== null && <span className="text-muted text-xs">with @preset/{preset}</span>}
      {canary && <span className="text-muted text-xs">canary</span>}
      {providers && <span className="text-muted text-xs">first at {providers.join(", ")}</span>}
    </li>
  );
}
