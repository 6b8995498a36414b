"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Lazily, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { Credential } from "./credential-status.tsx";

const replaceKey = lazyLayer(() => import("./editor/replace-key.tsx").then(({ ReplaceKey }) => ReplaceKey));
const deleteCredential = lazyLayer(() =>
  import("./delete-credential.tsx").then(({ DeleteCredential }) => DeleteCredential),
);

type Dialogs = { replace: (credential: Credential) => void; remove: (credential: Credential) => void };
const DialogsContext = createContext<Dialogs | undefined>(undefined);

/** The dialogs of the provider keys below; above the list, because deleting a key removes its row. */
export function CredentialDialogs({ onDeleted, children }: { onDeleted: () => void; children: ReactNode }) {
  const [record, setRecord] = useState<Credential>();
  const [open, setOpen] = useState<"replace" | "delete">();
  const dialogs = useMemo(() => {
    const show = (dialog: "replace" | "delete") => (credential: Credential) => {
      setRecord(credential);
      setOpen(dialog);
    };
    return { replace: show("replace"), remove: show("delete") };
  }, []);
  const close = () => setOpen(undefined);
  return (
    <DialogsContext value={dialogs}>
      {children}
      {record && (
        <>
          <Lazily
            key={`replace:${record.id}`}
            layer={replaceKey}
            props={{ record, open: open === "replace", onClose: close }}
          />
          <Lazily
            key={`delete:${record.id}`}
            layer={deleteCredential}
            props={{ record, open: open === "delete", onClose: close, onDeleted }}
          />
        </>
      )}
    </DialogsContext>
  );
}

/** Opens the dialogs of a provider key; for use inside CredentialDialogs. */
export function useCredentialDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error("useCredentialDialogs needs a CredentialDialogs around it");
  return dialogs;
}
