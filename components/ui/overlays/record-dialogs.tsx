"use client";

import { type Context, type ReactNode, useContext, useMemo, useState } from "react";
import { LazyContent, type LazyLayer } from "./lazy-layer.tsx";

/** Opens each dialog of a kind of record, by the dialog's name. */
export type OpenDialogs<Item, Name extends string> = Record<Name, (record: Item) => void>;

export type RecordDialogsProps = { onDeleted?: () => void; children: ReactNode };

type DialogProps<Item> = { record: Item; open: boolean; onClose: () => void; onDeleted?: () => void };
type Props<Item, Name extends string> = RecordDialogsProps & {
  context: Context<OpenDialogs<Item, Name> | undefined>;
  layers: Record<Name, LazyLayer<DialogProps<Item>>>;
  idOf: (record: Item) => string;
};

/** Renders the dialogs of a kind of record above a list, so that they outlive the row they were opened from. */
export function RecordDialogs<Item, Name extends string>(props: Props<Item, Name>) {
  const { context: DialogsContext, layers, idOf, onDeleted, children } = props;
  const [record, setRecord] = useState<Item>();
  const [openName, setOpenName] = useState<Name>();
  const names = Object.keys(layers) as Name[];
  const dialogs = useMemo(() => {
    const show = (name: Name) => (item: Item) => {
      setRecord(item);
      setOpenName(name);
    };
    const entries = (Object.keys(layers) as Name[]).map((name) => [name, show(name)]);
    return Object.fromEntries(entries) as OpenDialogs<Item, Name>;
  }, [layers]);
  const onClose = () => setOpenName(undefined);
  return (
    <DialogsContext value={dialogs}>
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

/** Opens the dialogs of a record; for use inside the RecordDialogs with this context. */
export function useRecordDialogs<Dialogs>(context: Context<Dialogs | undefined>): Dialogs {
  const dialogs = useContext(context);
  if (!dialogs) throw new Error("The dialogs of a record need RecordDialogs around them");
  return dialogs;
}
