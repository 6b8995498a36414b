"use client";

import { createContext } from "react";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import {
  type OpenDialogs,
  RecordDialogs,
  type RecordDialogsProps,
  useRecordDialogs,
} from "#components/ui/overlays/record-dialogs.tsx";
import type { Key } from "./key-status.tsx";

const LAYERS = {
  rotate: lazyLayer(() => import("./rotate-key.tsx").then(({ RotateKey }) => RotateKey)),
  remove: lazyLayer(() => import("./delete-key.tsx").then(({ DeleteKey }) => DeleteKey)),
};
const DialogsContext = createContext<OpenDialogs<Key, keyof typeof LAYERS> | undefined>(undefined);

/** The dialogs of the keys below, outside the rows: a new secret must stay when the row of the old key disappears. */
export function KeyDialogs(props: RecordDialogsProps) {
  return <RecordDialogs context={DialogsContext} layers={LAYERS} idOf={({ hash }) => hash} {...props} />;
}

/** Opens the dialogs of a key; for use inside KeyDialogs. */
export function useKeyDialogs() {
  return useRecordDialogs(DialogsContext);
}
