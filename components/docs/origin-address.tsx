"use client";

import { CopyButton } from "#components/ui/display/copy/copy-button.tsx";
import { useOrigin } from "#components/ui/hooks/use-origin.ts";

/** A path of the gateway as a complete address, to copy. */
export function OriginAddress({ path }: { path: string }) {
  const address = `${useOrigin()}${path}`;
  return (
    <span className="flex items-center gap-1">
      <code className="break-all text-xs">{address}</code>
      <CopyButton text={address} label={`Copy ${path}`} />
    </span>
  );
}
