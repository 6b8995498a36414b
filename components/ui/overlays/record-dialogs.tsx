"use client";

import { type Context, createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { LazyContent, type LazyLayer } from "./lazy-layer.tsx";

/** Opens each dialog of a kind of record, by the dialog's name. */
type OpenDialogs<Item, Name extends string> = Record<Name, (record: Item) => void>;
type DialogProps<Item> = { record: Item; open: boolean; onClose: () => void; onDeleted?: () => void };

/** The dialogs of a kind of record. */
export type DialogSet<Item, Name extends string> = {
  layers: Record<Name, LazyLayer<DialogProps<Item>>>;
  idOf: (record: Item) => string;
  context: Context<OpenDialogs<Item, Name> | undefined>;
};

/** Declares the dialogs of a kind of record. */
export function dialogSet<Item, Name extends string>(
  layers: Record<Name, LazyLayer<DialogProps<Item>>>,
  idOf: (record: Item) => string,
): DialogSet<Item, Name> {
  return { layers, idOf, context: createContext<OpenDialogs<Item, Name> | undefined>(undefined) };
}

type RecordDialogsProps<Item, Name extends string> = {
  dialogs: DialogSet<Item, Name>;
  onDeleted?: () => void;
  children: ReactNode;
};

/** Renders the dialogs of a kind of record above a list, so that they outlive the row they were opened from. */
export function RecordDialogs<Item, Name extends string>(props: RecordDialogsProps<Item, Name>) {
  const { dialogs, onDeleted, children } = props;
  const { context: DialogsContext, layers, idOf } = dialogs;
  const [record, setRecord] = useState<Item>();
  const [openName, setOpenName] = useState<Name>();
  const names = Object.keys(layers) as Name[];
  const open = useMemo(() => {
    const show = (name: Name) => (item: Item) => {
      setRecord(item);
      setOpenName(name);
    };
    const entries = (Object.keys(layers) as Name[]).map((name) => [name, show(name)]);
    return Object.fromEntries(entries) as OpenDialogs<Item, Name>;
  }, [layers]);
  const onClose = () => setOpenName(undefined);
  return (
    <DialogsContext value={open}>
      {children}
      {record !== undefined &&
        names.map((name) => (
          <LazyContent
            key={`${name}:${idOf(record)}`}
            layer={layers[name]}
            props={{ record, open: openName === name, onClose, ...(onDeleted && { onDeleted }) }}
          />
        ))}
    </DialogsContext>
  );
}

/** Opens the dialogs of a record; for use inside their RecordDialogs. */
export function useRecordDialogs<Item, Name extends string>(dialogs: DialogSet<Item, Name>): OpenDialogs<Item, Name> {
  const open = useContext(dialogs.context);
  if (!open) throw new Error("The dialogs of a record need RecordDialogs around them");
  return open;
}
