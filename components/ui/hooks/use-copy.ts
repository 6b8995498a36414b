"use client";

import { useEffect, useState } from "react";

const SHOWN_MS = 2000;

/**
 * Copies to the clipboard. `copy` resolves to false if the browser has no clipboard (an http origin) or denies access;
 * `copied` is true for two seconds after a success.
 */
export function useCopy(onCopied?: () => void) {
  const [copiedAt, setCopiedAt] = useState<number>();
  useEffect(() => {
    if (copiedAt === undefined) return;
    const timer = setTimeout(() => setCopiedAt(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copiedAt]);
  const markCopied = () => {
    setCopiedAt(performance.now());
    onCopied?.();
  };
  const copy = async (text: string): Promise<boolean> => {
    const done = await writeText(text);
    if (done) markCopied();
    return done;
  };
  return { copied: copiedAt !== undefined, copy, markCopied };
}

async function writeText(text: string): Promise<boolean> {
  // The type says that it always exists, but it does not without a secure context.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (!clipboard) return false;
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}
