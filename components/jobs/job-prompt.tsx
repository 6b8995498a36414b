"use client";

import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { formatCount } from "#lib/format.ts";

/** A longer prompt is shown by its beginning until more is asked for. */
const SHORT = 600;

/** What a video was asked for. */
export function JobPrompt({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && text.length > SHORT;
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="whitespace-pre-wrap text-sm [overflow-wrap:anywhere]">
        {isCut ? `${text.slice(0, SHORT)}…` : text}
      </p>
      {isCut && (
        <Button size="small" onClick={() => setWhole(true)}>
          Show all {formatCount(text.length)} characters
        </Button>
      )}
    </div>
  );
}
