"use client";

import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";
import { useField } from "./field.tsx";
import { CONTROL } from "./input.tsx";

/** Several lines of text; grows with its content up to its maximum height. */
export function Textarea({ className, mono, rows = 3, ...props }: ComponentProps<"textarea"> & { mono?: boolean }) {
  return (
    <textarea
      rows={rows}
      {...props}
      {...useField(props)}
      className={cn(
        CONTROL,
        // An empty disabled textarea has no text that gives it a height.
        "read-only:bg-well pointer-coarse:min-h-11 field-sizing-content base:min-h-8 base:max-h-96 resize-y px-2.5 py-1.5",
        mono && "font-mono",
        className,
      )}
    />
  );
}
