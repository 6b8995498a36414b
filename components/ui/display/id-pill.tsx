"use client";

import { cn } from "#lib/cn.ts";
import { CopyButton } from "./copy/copy-button.tsx";

type IdPillProps = {
  id: string;
  /** What it identifies: "request id", "key hash". */
  label: string;
  /** Characters shown at each end of a long id; the full id is copied and in the title. */
  ends?: number;
  className?: string;
};

/** An id in mono, shortened in the middle, with copy. */
export function IdPill({ id, label, ends = 8, className }: IdPillProps) {
  const shown = id.length > ends * 2 + 1 ? `${id.slice(0, ends)}…${id.slice(-ends)}` : id;
  return (
    <span
      className={cn(
        "inline-flex h-6 w-fit max-w-full items-center rounded-sm border border-line-strong bg-panel pl-2 font-mono text-muted text-xs",
        className,
      )}
    >
      <span className="truncate" title={id}>
        {shown}
      </span>
      <CopyButton
        text={id}
        label={`Copy ${label}`}
        className="size-5.5! [&_svg]:size-3! relative after:absolute after:-inset-px pointer-coarse:after:-inset-3"
      />
    </span>
  );
}
