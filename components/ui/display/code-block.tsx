"use client";

import * as Primitive from "radix-ui/tabs";
import { useState } from "react";
import { cn } from "#lib/cn.ts";
import { CopyButton } from "./copy-button.tsx";

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
  return (
    <Primitive.Root
      value={current?.id ?? ""}
      onValueChange={setChosen}
      className={cn("min-w-0 rounded-lg border bg-panel", className)}
    >
      <div className="flex h-9 items-center justify-between gap-2 border-b pr-1 pl-3">
        {samples ? (
          <LanguageTabs label={label} samples={samples} />
        ) : (
          <span className="text-muted text-xs">{label}</span>
        )}
        <CopyButton
          text={current?.code ?? ""}
          label={`Copy ${label.toLowerCase()}`}
          {...(onCopied ? { onCopied } : {})}
        />
      </div>
      {all.map((sample) => (
        <Primitive.Content
          key={sample.id}
          value={sample.id}
          tabIndex={0}
          {...(samples ? {} : { role: "region", "aria-label": label, "aria-labelledby": undefined })}
          className="overflow-x-auto focus-visible:-outline-offset-2"
        >
          <pre className="w-max min-w-full px-3 py-2.5 text-xs leading-relaxed">
            <code>{sample.code}</code>
          </pre>
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}

function LanguageTabs({ label, samples }: { label: string; samples: readonly Sample[] }) {
  return (
    <Primitive.List aria-label={label} className="-ml-2 flex min-w-0 gap-0.5 overflow-x-auto">
      {samples.map((sample) => (
        <Primitive.Trigger
          key={sample.id}
          value={sample.id}
          className="h-7 shrink-0 rounded-sm px-2 text-muted text-xs -outline-offset-2 hover:text-ink focus-visible:-outline-offset-2 data-[state=active]:bg-well data-[state=active]:font-medium data-[state=active]:text-ink"
        >
          {sample.label}
        </Primitive.Trigger>
      ))}
    </Primitive.List>
  );
}
