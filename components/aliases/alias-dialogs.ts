"use client";

import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";
import type { Alias } from "./alias-draft.ts";

/** The dialogs of the model aliases. */
export const ALIAS_DIALOGS = dialogSet(
  {
    edit: lazyLayer(() => import("./alias-editor.tsx").then(({ EditAlias }) => EditAlias)),
    remove: lazyLayer(() => import("./delete-alias.tsx").then(({ DeleteAlias }) => DeleteAlias)),
  },
  ({ id }: Alias) => id,
);
