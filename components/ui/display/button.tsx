import type { ComponentProps } from "react";
import { cn } from "#lib/cn.ts";
import { Slot } from "./slot.tsx";

const VARIANTS = {
  filled: "border border-transparent bg-accent-fill text-on-accent hover:bg-accent-fill-strong",
  outline: "border border-edge/60 bg-raised text-ink hover:border-edge hover:bg-well",
  ghost: "text-ink hover:bg-well",
  danger: "border border-transparent bg-bad-fill text-on-bad hover:bg-bad-fill-strong",
  dangerOutline: "border border-edge/60 bg-raised text-bad hover:border-bad hover:bg-bad-soft",
  link: "h-auto px-0 text-accent-ink underline decoration-line-strong underline-offset-3 hover:decoration-current",
} as const;

const SIZES = {
  small: "base:h-7 gap-1.5 base:px-2.5 text-xs",
  medium: "base:h-8 gap-1.5 base:px-3 text-sm",
  large: "base:h-10 gap-2 base:px-4 text-base",
} as const;

type ButtonProps = ComponentProps<"button"> & {
  /** At most one `filled` button per view. */
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
  /** Keeps the label and its width, announces "busy" to screen readers, and ignores clicks. */
  pending?: boolean;
  /** Renders its only child (a link) in the button's style. */
  asChild?: boolean;
};

/** A button. Its label is a verb. */
export function Button({ variant = "outline", size = "medium", pending, asChild, className, ...props }: ButtonProps) {
  const Tag = asChild ? Slot : "button";
  return (
    <Tag
      {...(asChild ? {} : { type: "button" as const })}
      aria-busy={pending || undefined}
      aria-disabled={pending || undefined}
      {...props}
      onClick={pending ? (event) => event.preventDefault() : props.onClick}
      className={cn(
        "inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-md font-medium transition-colors duration-150 ease-out pointer-coarse:min-h-11 pointer-coarse:min-w-11",
        "disabled:cursor-not-allowed disabled:opacity-50 aria-busy:animate-pulse aria-busy:cursor-progress [&_svg]:size-4 [&_svg]:shrink-0",
        VARIANTS[variant],
        SIZES[size],
        className,
      )}
    />
  );
}
