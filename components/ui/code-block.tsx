"use client";

import { useId, useState } from "react";
import { cn } from "#lib/cn.ts";
import { CopyButton } from "./copy-button.tsx";
import { TabStrip, tabPanel } from "./tab-strip.tsx";

type Sample = { id: string; label: string; code: string };
type CodeBlockProps = {
  /** Names the block: "First request". */
  label: string;
  className?: string;
  /** Called when the clipboard has taken the code. */
  onCopied?: () => void;
} & ({ code: string; samples?: undefined } | { samples: readonly Sample[]; code?: undefined });

/** Code as it is to be typed, with copy; several languages become tabs. */
export function CodeBlock({ label, className, code, samples, onCopied }: CodeBlockProps) {
  const id = useId();
  const [chosen, setChosen] = useState("");
  const sample = samples?.find((one) => one.id === chosen) ?? samples?.[0];
  const shown = sample?.code ?? code ?? "";
  return (
    <div className={cn("min-w-0 rounded-lg border bg-panel", className)}>
      <div className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3">
        {samples ? (
          <TabStrip
            id={id}
            label={label}
            tabs={samples.map((one) => ({ value: one.id, label: one.label }))}
            value={sample?.id}
            onValueChange={setChosen}
            className="-ml-2 flex min-w-0 gap-0.5 overflow-x-auto"
            tabClassName="h-7 shrink-0 rounded-sm px-2 text-muted text-xs -outline-offset-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:bg-well data-[state=active]:font-medium data-[state=active]:text-ink"
          />
        ) : (
          <span className="text-muted text-xs">{label}</span>
        )}
        <CopyButton text={shown} label={`Copy ${label.toLowerCase()}`} {...(onCopied ? { onCopied } : {})} />
      </div>
      <div
        key={sample?.id}
        {...(sample ? tabPanel(id, sample.id) : { role: "region", "aria-label": label, tabIndex: 0 })}
        className="overflow-x-auto focus-visible:-outline-offset-2"
      >
        <pre className="w-max min-w-full px-3 py-2.5 text-xs leading-relaxed">
          <code>{shown}</code>
        </pre>
      </div>
    </div>
  );
}
