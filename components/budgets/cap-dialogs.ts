"use client";

import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";
import type { CapOwner } from "./cap-owner.ts";

/** The dialogs of the member caps. */
export const CAP_DIALOGS = dialogSet(
  {
    edit: lazyLayer(() => import("./edit-caps.tsx").then(({ EditCaps }) => EditCaps)),
    raise: lazyLayer(() => import("./raise-cap.tsx").then(({ RaiseCap }) => RaiseCap)),
  },
  ({ id }: CapOwner) => id ?? "default",
);
