"use client";

import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";
import { useField } from "./field.tsx";

/** Styles shared by all inputs and selects. */
export const CONTROL =
  "base:w-full min-w-0 rounded-md border border-edge bg-raised text-sm text-ink transition-colors duration-150 focus-visible:outline-offset-[-1px] focus-visible:border-accent disabled:cursor-not-allowed disabled:bg-well disabled:text-muted aria-invalid:border-bad pointer-coarse:text-base";

/** One line of text. `mono` for ids, code and patterns. */
export function Input({ className, mono, ...props }: ComponentProps<"input"> & { mono?: boolean }) {
  return (
    <input
      type="text"
      {...props}
      {...useField(props)}
      className={cn(CONTROL, "h-8 base:px-2.5 read-only:bg-well pointer-coarse:h-11", mono && "font-mono", className)}
    />
  );
}
