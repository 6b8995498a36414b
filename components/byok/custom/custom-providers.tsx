"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { usePermission } from "#components/shell/use-permission.ts";
import { Button } from "#components/ui/display/button.tsx";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Panel } from "#components/ui/display/panel.tsx";
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from "#components/ui/display/table.tsx";
import { ApiErrorState } from "#components/ui/feedback/api-error-state.tsx";
import { Loading, Skeleton } from "#components/ui/feedback/skeleton.tsx";
import { StatusChip } from "#components/ui/feedback/status-chip.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { query } from "#lib/api/query.ts";
import { createCustomProvider, listCustomProviders } from "#lib/contract/custom-providers.ts";
import { formatCount } from "#lib/format.ts";
import type { Provider } from "./provider-draft.ts";

const editor = lazyLayer(() => import("./provider-editor.tsx").then(({ ProviderEditor }) => ProviderEditor));
const removal = lazyLayer(() => import("./delete-provider.tsx").then(({ DeleteProvider }) => DeleteProvider));

type Shown = { what: "editor" | "removal"; provider: Provider | undefined };

/** The custom providers of a workspace and its organization, and their dialogs. */
export function CustomProviders({ open: _ }: { open: boolean }) {
  const [shown, setShown] = useState<Shown>();
  const [isOpen, setOpen] = useState(false);
  const mayAdd = usePermission(createCustomProvider);
  const show = (what: Shown["what"]) => (provider: Provider | undefined) => {
    setShown({ what, provider });
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <Panel
      title="Custom providers"
      description="Your own OpenAI-compatible or Anthropic-compatible servers"
      flush
      className="mt-6"
      actions={
        mayAdd && (
          <Button size="small" onClick={() => show("editor")(undefined)}>
            <Plus aria-hidden />
            Add custom provider
          </Button>
        )
      }
    >
      <ProviderTable mayChange={mayAdd} onEdit={show("editor")} onDelete={show("removal")} />
      {shown?.what === "editor" && (
        <LazyContent
          key={`editor:${shown.provider?.id}`}
          layer={editor}
          props={{ open: isOpen, onClose: close, provider: shown.provider }}
        />
      )}
      {shown?.what === "removal" && shown.provider && (
        <LazyContent
          key={`removal:${shown.provider.id}`}
          layer={removal}
          props={{ open: isOpen, onClose: close, record: shown.provider }}
        />
      )}
    </Panel>
  );
}

type ProviderTableProps = {
  mayChange: boolean;
  onEdit: (provider: Provider) => void;
  onDelete: (provider: Provider) => void;
};

function ProviderTable({ mayChange, onEdit, onDelete }: ProviderTableProps) {
  const result = useQuery(query(listCustomProviders, { query: { limit: 100 } }));
  const { data, error } = result;
  if (error && !data) {
    return <ApiErrorState title="The custom providers could not be loaded" result={result} />;
  }
  if (!data) {
    return (
      <Loading label="custom providers" className="flex flex-col gap-3 p-4">
        <Skeleton className="w-56" />
        <Skeleton className="w-40" />
      </Loading>
    );
  }
  if (data.data.length === 0) return <p className="p-4 text-muted text-sm">No custom providers yet.</p>;
  return (
    <Table caption="Servers" stickyFirst={false}>
      <TableHead>
        <TableHeader>Name</TableHeader>
        <TableHeader>ID</TableHeader>
        <TableHeader>Models</TableHeader>
        <TableHeader className="max-lg:hidden">Base URL</TableHeader>
        <TableHeader className="max-lg:hidden">Serves</TableHeader>
        <ActionsHeader />
      </TableHead>
      <TableBody>
        {data.data.map((provider) => (
          <TableRow key={provider.id} className="max-md:px-4">
            <TableCell line="first">
              <span className="flex flex-wrap items-center gap-2 py-1 font-medium">
                {provider.name}
                {!provider.enabled && <StatusChip tone="neutral">Disabled</StatusChip>}
                {!provider.is_readable && <StatusChip tone="bad">Key unreadable</StatusChip>}
              </span>
            </TableCell>
            <TableCell mono>{provider.slug}</TableCell>
            <TableCell>
              <ModelCount provider={provider} />
            </TableCell>
            <TableCell mono className="max-lg:hidden" line="hidden">
              <span className="block max-w-72 truncate">{provider.base_url}</span>
            </TableCell>
            <TableCell className="max-lg:hidden" line="hidden">
              {provider.workspace_id === null ? "Every workspace" : "This workspace"}
            </TableCell>
            <TableCell line="first">
              {mayChange && (
                <span className="flex justify-end gap-1">
                  <IconButton label={`Edit ${provider.name}`} onClick={() => onEdit(provider)}>
                    <Pencil />
                  </IconButton>
                  <IconButton label={`Delete ${provider.name}`} onClick={() => onDelete(provider)}>
                    <Trash2 />
                  </IconButton>
                </span>
              )}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

function ModelCount({ provider: { models, model_list: list } }: { provider: Provider }) {
  const unpriced = models.filter(({ prices }) => Object.keys(prices).length === 0).length;
  return (
    <span className="flex flex-wrap items-center gap-2">
      {formatCount(models.length)}
      {list && list.models.length > 0 && (
        <span className="text-muted text-xs">plus {formatCount(list.models.length)} from its list</span>
      )}
      {unpriced > 0 && <StatusChip tone="warn">{formatCount(unpriced)} without prices</StatusChip>}
    </span>
  );
}
