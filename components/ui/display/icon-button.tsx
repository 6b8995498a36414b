import type { ComponentProps, ReactNode } from "react";
import { cn } from "#lib/cn.ts";
import { Tooltip } from "../overlays/tooltip/tooltip.tsx";

type IconButtonProps = Omit<ComponentProps<"button">, "children" | "aria-label"> & {
  /** The accessible name, also shown as the tooltip. */
  label: string;
  /** Keys shown in the tooltip, as "⌘ K". */
  shortcut?: string;
  size?: "small" | "medium";
  /** Off inside menus and next to a visible label. */
  tooltip?: boolean;
  children: ReactNode;
};

/** A square button with an icon; its label is for screen readers, and shown on hover and focus. */
export function IconButton({ label, shortcut, size = "medium", tooltip = true, className, ...props }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      {...props}
      className={cn(
        "base:inline-flex shrink-0 items-center justify-center base:rounded-md base:text-muted transition-colors duration-150 hover:bg-well hover:text-ink pointer-coarse:size-11",
        "disabled:cursor-not-allowed disabled:opacity-50 aria-pressed:bg-well aria-pressed:text-ink data-[state=open]:bg-well [&_svg]:size-4",
        size === "small" ? "base:size-6" : "base:size-8",
        className,
      )}
    />
  );
  return tooltip ? (
    <Tooltip content={label} shortcut={shortcut}>
      {button}
    </Tooltip>
  ) : (
    button
  );
}
