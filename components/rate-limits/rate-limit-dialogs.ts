"use client";

import type { RateLimit } from "#components/charts/rates/rate-words.ts";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import { dialogSet } from "#components/ui/overlays/record-dialogs.tsx";

/** The dialogs of the rate limits. */
export const RATE_LIMIT_DIALOGS = dialogSet(
  {
    edit: lazyLayer(() => import("./rate-limit-editor.tsx").then(({ EditRateLimit }) => EditRateLimit)),
  },
  ({ id }: RateLimit) => id,
);
