"use client";

import { createContext } from "react";
import type { RateLimit } from "#components/charts/rates/rate-words.ts";
import { lazyLayer } from "#components/ui/overlays/lazy-layer.tsx";
import {
  type OpenDialogs,
  RecordDialogs,
  type RecordDialogsProps,
  useRecordDialogs,
} from "#components/ui/overlays/record-dialogs.tsx";

const LAYERS = {
  edit: lazyLayer(() => import("./rate-limit-editor.tsx").then(({ EditRateLimit }) => EditRateLimit)),
};
const DialogsContext = createContext<OpenDialogs<RateLimit, keyof typeof LAYERS> | undefined>(undefined);

/** The dialogs of the rate limits below. */
export function RateLimitDialogs(props: RecordDialogsProps) {
  return <RecordDialogs context={DialogsContext} layers={LAYERS} idOf={({ id }) => id} {...props} />;
}

/** Opens the dialogs of a rate limit; for use inside RateLimitDialogs. */
export function useRateLimitDialogs() {
  return useRecordDialogs(DialogsContext);
}
