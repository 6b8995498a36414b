"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { Lazily, lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import type { Key } from "./key-status.tsx";

const rotateKey = lazyLayer(() => import("./rotate-key.tsx").then(({ RotateKey }) => RotateKey));
const deleteKey = lazyLayer(() => import("./delete-key.tsx").then(({ DeleteKey }) => DeleteKey));

type Dialogs = { rotate: (key: Key) => void; remove: (key: Key) => void };
const DialogsContext = createContext<Dialogs | undefined>(undefined);

/**
 * The dialogs of the keys below. They are above the list, because rotating or deleting a key may remove its row, and a
 * new secret must not disappear with it.
 */
export function KeyDialogs({ onDeleted, children }: { onDeleted?: () => void; children: ReactNode }) {
  const [record, setRecord] = useState<Key>();
  const [open, setOpen] = useState<"rotate" | "delete">();
  const dialogs = useMemo(() => {
    const show = (dialog: "rotate" | "delete") => (key: Key) => {
      setRecord(key);
      setOpen(dialog);
    };
    return { rotate: show("rotate"), remove: show("delete") };
  }, []);
  const close = () => setOpen(undefined);
  return (
    <DialogsContext value={dialogs}>
      {children}
      {record && (
        <>
          <Lazily
            key={`rotate:${record.hash}`}
            layer={rotateKey}
            props={{ record, open: open === "rotate", onClose: close }}
          />
          <Lazily
            key={`delete:${record.hash}`}
            layer={deleteKey}
            props={{ record, open: open === "delete", onClose: close, ...(onDeleted ? { onDeleted } : {}) }}
          />
        </>
      )}
    </DialogsContext>
  );
}

/** Opens the dialogs of a key; for use inside KeyDialogs. */
export function useKeyDialogs(): Dialogs {
  const dialogs = useContext(DialogsContext);
  if (!dialogs) throw new Error("useKeyDialogs needs a KeyDialogs around it");
  return dialogs;
}
