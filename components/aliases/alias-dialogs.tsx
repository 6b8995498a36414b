"use client";

import { createContext } from "react";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import {
  type OpenDialogs,
  RecordDialogs,
  type RecordDialogsProps,
  useRecordDialogs,
} from "#components/ui/overlays/record-dialogs.tsx";
import type { Alias } from "./alias-draft.ts";

const LAYERS = {
  edit: lazyLayer(() => import("./alias-editor.tsx").then(({ EditAlias }) => EditAlias)),
  remove: lazyLayer(() => import("./delete-alias.tsx").then(({ DeleteAlias }) => DeleteAlias)),
};
const DialogsContext = createContext<OpenDialogs<Alias, keyof typeof LAYERS> | undefined>(undefined);

/** The dialogs of the model aliases below. */
export function AliasDialogs(props: RecordDialogsProps) {
  return <RecordDialogs context={DialogsContext} layers={LAYERS} idOf={({ id }) => id} {...props} />;
}

/** Opens the dialogs of a model alias; for use inside AliasDialogs. */
export function useAliasDialogs() {
  return useRecordDialogs(DialogsContext);
}
