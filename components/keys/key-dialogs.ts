"use client";

import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";
import type { Key } from "./key-status.tsx";

/** The dialogs of the keys; a new secret must stay when the row of the old key disappears. */
export const KEY_DIALOGS = dialogSet(
  {
    rotate: lazyLayer(() => import("./rotate-key.tsx").then(({ RotateKey }) => RotateKey)),
    remove: lazyLayer(() => import("./delete-key.tsx").then(({ DeleteKey }) => DeleteKey)),
  },
  ({ hash }: Key) => hash,
);
