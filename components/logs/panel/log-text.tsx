"use client";

import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { cn } from "#lib/cn.ts";
import { formatCount } from "#lib/format.ts";
import { withPositions } from "./content-turns.ts";

type LogTextProps = {
  text: string;
  /** Its type, if it is not plain text. */
  label?: string | undefined;
  isCode?: boolean;
};

/** Only the beginning of longer texts is shown until the user expands them. */
const SHORT = 1_000;
const PLACEHOLDER = /(\[[A-Z][A-Z0-9_]{0,60}_\d{1,9}\])/;

/** One text of a request; redacted values are shown as labels. */
export function LogText({ text, label, isCode = false }: LogTextProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || text.length <= SHORT ? text : text.slice(0, SHORT);
  return (
    <div className="mb-1 last:mb-0">
      {label && <p className="text-muted text-xs">{label}</p>}
      <p className={cn("whitespace-pre-wrap [overflow-wrap:anywhere]", isCode ? "font-mono text-xs" : "text-sm")}>
        {withPositions(shown.split(PLACEHOLDER)).map(({ place, item }) =>
          place % 2 === 0 ? (
            item
          ) : (
            <span key={place} title="Redacted" className="rounded-sm bg-info-soft px-1 font-mono text-info text-xs">
              {item}
            </span>
          ),
        )}
        {shown !== text && "…"}
      </p>
      {text.length > SHORT && (
        <Button
          size="small"
          variant="ghost"
          className="-ml-2.5"
          onClick={() => setWhole(!isWhole)}
          aria-expanded={isWhole}
        >
          {isWhole ? "Show less" : `Show all ${formatCount(text.length)} characters`}
        </Button>
      )}
    </div>
  );
}
