"use client";

import { createContext } from "react";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import {
  type OpenDialogs,
  RecordDialogs,
  type RecordDialogsProps,
  useRecordDialogs,
} from "#components/ui/overlays/record-dialogs.tsx";
import type { SharedBudget } from "./shared-budget.ts";

const LAYERS = {
  edit: lazyLayer(() => import("./shared-budget-editor.tsx").then(({ EditSharedBudget }) => EditSharedBudget)),
};
const DialogsContext = createContext<OpenDialogs<SharedBudget, keyof typeof LAYERS> | undefined>(undefined);

/** The dialogs of the shared budgets below. */
export function BudgetDialogs(props: RecordDialogsProps) {
  return <RecordDialogs context={DialogsContext} layers={LAYERS} idOf={({ id }) => id} {...props} />;
}

/** Opens the dialogs of a shared budget; for use inside BudgetDialogs. */
export function useBudgetDialogs() {
  return useRecordDialogs(DialogsContext);
}
