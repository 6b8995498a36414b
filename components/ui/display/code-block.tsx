"use client";

import { useId, useState } from "react";
import { cn } from "#lib/cn.ts";
import { CopyButton } from "./copy/copy-button.tsx";
import { TabList, tabPanelProps } from "./tab-list.tsx";

type Sample = { id: string; label: string; code: string };
type CodeBlockProps = {
  /** Label of the block: "First request". */
  label: string;
  className?: string;
  /** Called when the code has been copied. */
  onCopied?: () => void;
} & ({ code: string; samples?: undefined } | { samples: readonly Sample[]; code?: undefined });

/** Code with a copy button; several languages become tabs. */
export function CodeBlock({ label, className, code, samples, onCopied }: CodeBlockProps) {
  const all = samples ?? [{ id: "code", label, code }];
  const [chosen, setChosen] = useState(all[0]?.id ?? "");
  const current = all.find((sample) => sample.id === chosen) ?? all[0];
  const id = useId();
  return (
    <div className={cn("min-w-0 rounded-lg border bg-panel", className)}>
      <div className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3 pointer-coarse:h-11">
        {samples ? (
          <TabList
            id={id}
            label={label}
            tabs={samples.map((sample) => ({ value: sample.id, label: sample.label }))}
            value={current?.id ?? ""}
            onValueChange={setChosen}
            className="relative -ml-2 flex min-w-0 gap-0.5 overflow-x-auto"
            tabClassName="h-7 shrink-0 rounded-sm pointer-coarse:h-11 px-2 text-muted text-xs -outline-offset-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:bg-well data-[state=active]:font-medium data-[state=active]:text-ink pointer-coarse:min-w-11"
          />
        ) : (
          <span className="text-muted text-xs">{label}</span>
        )}
        <CopyButton
          text={current?.code ?? ""}
          label={`Copy ${label.toLowerCase()}`}
          {...(onCopied ? { onCopied } : {})}
        />
      </div>
      {current && (
        <div
          {...tabPanelProps(id, current.id)}
          {...(samples ? {} : { role: "region", "aria-label": label, "aria-labelledby": undefined })}
          className="overflow-x-auto focus-visible:-outline-offset-2"
        >
          <pre className={cn("px-3 py-2.5 text-xs leading-relaxed", widthOf(current.code))}>
            <code>{current.code}</code>
          </pre>
        </div>
      )}
    </div>
  );
}

/** A command of one line wraps, so that all of it can be read before it is run; other code scrolls. */
function widthOf(code: string): string {
  return code.includes("\n") ? "w-max min-w-full" : "wrap-anywhere whitespace-pre-wrap";
}
