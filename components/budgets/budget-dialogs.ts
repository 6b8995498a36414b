"use client";

import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";
import type { SharedBudget } from "./shared-budget.ts";

/** The dialogs of the shared budgets. */
export const BUDGET_DIALOGS = dialogSet(
  {
    edit: lazyLayer(() => import("./shared-budget-editor.tsx").then(({ EditSharedBudget }) => EditSharedBudget)),
  },
  ({ id }: SharedBudget) => id,
);
