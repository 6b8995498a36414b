"use client";

import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { useNewKey } from "#components/ui/hooks/use-new-key.ts";
import { useOrigin } from "#components/ui/hooks/use-origin.ts";
import { withKey } from "#lib/request-samples.ts";
import { ORIGIN } from "./origin-text.ts";

type OriginCodeProps = { label: string; samples: readonly { id: string; label: string; code: string }[] };

/** Code samples with the current origin filled in, and with the key that was just created if it is to be shown. */
export function OriginCode({ label, samples }: OriginCodeProps) {
  const origin = useOrigin();
  const newKey = useNewKey();
  const filled = samples.map((sample) => {
    const code = sample.code.replaceAll(ORIGIN, origin);
    return { ...sample, code: newKey?.isShown ? withKey(code, newKey.secret) : code };
  });
  return <CodeBlock label={label} samples={filled} />;
}
