"use client";

import { createContext } from "react";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import {
  type OpenDialogs,
  RecordDialogs,
  type RecordDialogsProps,
  useRecordDialogs,
} from "#components/ui/overlays/record-dialogs.tsx";
import type { Credential } from "./credential-status.tsx";

const LAYERS = {
  replace: lazyLayer(() => import("./editor/replace-key.tsx").then(({ ReplaceKey }) => ReplaceKey)),
  remove: lazyLayer(() => import("./delete-credential.tsx").then(({ DeleteCredential }) => DeleteCredential)),
};
const DialogsContext = createContext<OpenDialogs<Credential, keyof typeof LAYERS> | undefined>(undefined);

/** The dialogs of the provider keys below. */
export function CredentialDialogs(props: RecordDialogsProps) {
  return <RecordDialogs context={DialogsContext} layers={LAYERS} idOf={({ id }) => id} {...props} />;
}

/** Opens the dialogs of a provider key; for use inside CredentialDialogs. */
export function useCredentialDialogs() {
  return useRecordDialogs(DialogsContext);
}
