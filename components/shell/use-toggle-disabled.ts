"use client";

import { useQueryClient } from "@tanstack/react-query";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import type { ApiError } from "#lib/api/api-error.ts";

type CanBeDisabled = { disabled: boolean };

type Options<Item> = {
  /** The query key of the items. */
  resource: string;
  idOf: (item: Item) => string;
  nameOf: (item: Item) => string;
  /** The consequence of disabling an item, in a sentence. */
  effect: string;
  save: (item: Item, disabled: boolean) => Promise<unknown>;
};

/** Disables or enables an item at once, with Undo; shown before it is saved, and reverted if saving fails. */
export function useToggleDisabled<Item extends CanBeDisabled>(
  options: Options<Item>,
): (item: Item, disabled: boolean) => void {
  const { resource, idOf, nameOf, effect, save } = options;
  const client = useQueryClient();
  const show = (changed: Item, disabled: boolean) =>
    client.setQueriesData<{ data: Item[] | Item }>({ queryKey: [resource] }, (old) => {
      if (!old) return old;
      const change = (item: Item) => (idOf(item) === idOf(changed) ? { ...item, disabled } : item);
      return { ...old, data: Array.isArray(old.data) ? old.data.map(change) : change(old.data) };
    });
  const set = async (item: Item, disabled: boolean, canUndo: boolean) => {
    // A read in progress would restore the old state.
    await client.cancelQueries({ queryKey: [resource] });
    show(item, disabled);
    // Not with the callbacks of `mutate`: they are not called once a filter has removed the row.
    await save(item, disabled).then(
      () => {
        toastDone(`${nameOf(item)} ${disabled ? "disabled" : "enabled"}`, {
          ...(disabled ? { description: effect } : {}),
          ...(canUndo ? { undo: () => void set(item, !disabled, false) } : {}),
        });
      },
      (error: ApiError) => {
        show(item, !disabled);
        toastFailed(`Could not ${disabled ? "disable" : "enable"} ${nameOf(item)}`, {
          description: error.message,
          action: { label: "Retry", run: () => void set(item, disabled, canUndo) },
        });
      },
    );
  };
  return (item, disabled) => void set(item, disabled, true);
}
