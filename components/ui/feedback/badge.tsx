import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";

/** A quiet label for a kind or a flag: "management", "BYOK", "free". For states, use StatusChip. */
export function Badge({ className, ...props }: ComponentProps<"span">) {
  return (
    <span
      {...props}
      className={cn(
        "inline-flex h-5 w-fit shrink-0 items-center gap-1 whitespace-nowrap rounded-sm border base:border-line-strong px-1.5 base:text-muted text-xs [&_svg]:size-3",
        className,
      )}
    />
  );
}
