"use client";

import { createContext } from "react";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import {
  type OpenDialogs,
  RecordDialogs,
  type RecordDialogsProps,
  useRecordDialogs,
} from "#components/ui/overlays/record-dialogs.tsx";
import type { CapOwner } from "./cap-owner.ts";

const LAYERS = {
  edit: lazyLayer(() => import("./edit-caps.tsx").then(({ EditCaps }) => EditCaps)),
  raise: lazyLayer(() => import("./raise-cap.tsx").then(({ RaiseCap }) => RaiseCap)),
};
const DialogsContext = createContext<OpenDialogs<CapOwner, keyof typeof LAYERS> | undefined>(undefined);

/** The dialogs of the member caps below. */
export function CapDialogs(props: RecordDialogsProps) {
  return <RecordDialogs context={DialogsContext} layers={LAYERS} idOf={({ id }) => id ?? "default"} {...props} />;
}

/** Opens the dialogs of a member's caps; for use inside CapDialogs. */
export function useCapDialogs() {
  return useRecordDialogs(DialogsContext);
}
