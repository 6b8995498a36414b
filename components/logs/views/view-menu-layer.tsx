"use client";

import { useMutation } from "@tanstack/react-query";
import { Bookmark, Check, Link2, Pencil, Plus, Save, Trash2, Users } from "lucide-react";
import { useState } from "react";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { useCopy } from "#components/ui/hooks/use-copy.ts";
import type { AnchoredLayer } from "#components/ui/overlays/button-with-layer.tsx";
import { ConfirmDialog } from "#components/ui/overlays/confirm-dialog.tsx";
import { LazyContent, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { MenuItem, MenuLabel, MenuSeparator } from "#components/ui/overlays/menu.tsx";
import { MenuBox } from "#components/ui/overlays/menu-box.tsx";
import { mutation } from "#lib/api/query.ts";
import { deleteLogView, updateLogView } from "#lib/contract/log-views.ts";
import { useLogColumns } from "../table/use-log-columns.ts";
import type { useSavedViews } from "./use-saved-views.ts";

const saveView = lazyLayer(() => import("./save-view.tsx").then(({ SaveView }) => SaveView));

type SavedViews = ReturnType<typeof useSavedViews>;

/** The open menu of the saved views and its dialogs; `ViewMenu` loads it. */
export function ViewMenuLayer({ saved, ...layer }: AnchoredLayer & { saved: SavedViews }) {
  const { current, content, views } = saved;
  const [dialog, setDialog] = useState<"save" | "rename" | "delete">();
  const update = useMutation(mutation(updateLogView));
  const remove = useMutation(mutation(deleteLogView));
  const { copy } = useCopy();
  const columns = useLogColumns();
  const newContent = { query: content.query, columns: columns.isDefault ? null : [...columns.shown] };
  const copyLink = async (link: string) => {
    if (await copy(link)) toastDone("Link copied");
    else toastFailed("Could not copy the link", { description: link });
  };
  const close = () => setDialog(undefined);
  const saveChanges = (id: string) =>
    update.mutate(
      { params: { id }, body: content },
      {
        onSuccess: ({ data }) => toastDone(`View ${data.name} saved`),
        onError: ({ message }) => toastFailed("Could not save the view", { description: message }),
      },
    );
  const confirmDelete = (id: string, name: string) =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          toastDone(`View ${name} deleted`);
          saved.leave();
          close();
        },
        onError: ({ message }) => toastFailed("Could not delete the view", { description: message }),
      },
    );
  return (
    <>
      <MenuBox {...layer} align="start" className="max-w-80">
        <MenuLabel>{viewsLabel(saved)}</MenuLabel>
        {views.map((view) => (
          <MenuItem key={view.id} onSelect={() => saved.show(view)}>
            {view.is_shared ? <Users aria-label="shared" /> : <Bookmark aria-hidden />}
            <span className="truncate">{view.name}</span>
            {view.id === current?.id && <Check className="ml-auto" aria-label="shown" />}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setDialog("save")}>
          <Plus aria-hidden />
          Save as new view
        </MenuItem>
        {current && (
          <>
            {current.can_change && saved.isChanged && (
              <MenuItem onSelect={() => saveChanges(current.id)}>
                <Save aria-hidden />
                Save changes
              </MenuItem>
            )}
            <MenuItem onSelect={() => void copyLink(saved.linkTo(current))}>
              <Link2 aria-hidden />
              Copy link
            </MenuItem>
            {current.can_change && (
              <>
                <MenuItem onSelect={() => setDialog("rename")}>
                  <Pencil aria-hidden />
                  Rename or share
                </MenuItem>
                <MenuItem danger onSelect={() => setDialog("delete")}>
                  <Trash2 aria-hidden />
                  Delete view
                </MenuItem>
              </>
            )}
          </>
        )}
      </MenuBox>
      <LazyContent
        key={`new ${dialog}`}
        layer={saveView}
        props={{ content: newContent, open: dialog === "save", onClose: close, onSaved: saved.show }}
      />
      {current && (
        <>
          <LazyContent
            key={`${current.id} ${dialog}`}
            layer={saveView}
            props={{ view: current, content, open: dialog === "rename", onClose: close, onSaved: () => undefined }}
          />
          <ConfirmDialog
            open={dialog === "delete"}
            onOpenChange={close}
            title={`Delete view ${current.name}`}
            facts={current.is_shared ? "It disappears for everyone in the workspace." : "Only you see this view."}
            action="Delete view"
            pending={remove.isPending}
            onConfirm={() => confirmDelete(current.id, current.name)}
          />
        </>
      )}
    </>
  );
}

function viewsLabel({ views, error }: SavedViews): string {
  if (error) return "The views could not be loaded";
  return views.length > 0 ? "Saved views" : "No saved views yet";
}
