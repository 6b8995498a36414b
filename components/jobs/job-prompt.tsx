"use client";

import { useState } from "react";
import { Button } from "#components/ui/display/button.tsx";
import { formatCount } from "#lib/format.ts";

/** Only the beginning of a longer prompt is shown until the user expands it. */
const SHORT = 600;

/** The prompt of a video. */
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
