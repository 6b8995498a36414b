"use client";

import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { useOrigin } from "#components/ui/hooks/use-origin.ts";
import { ORIGIN } from "./origin-text.ts";

/** Copies a page as Markdown. */
export function CopyMarkdown({ text }: { text: string }) {
  const origin = useOrigin();
  return (
    <CopyButton text={() => text.replaceAll(ORIGIN, origin)} label="Copy as Markdown" size="medium">
      Copy as Markdown
    </CopyButton>
  );
}
