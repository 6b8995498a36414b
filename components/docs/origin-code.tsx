"use client";

import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { useOrigin } from "#components/ui/hooks/use-origin.ts";
import { ORIGIN } from "./origin-text.ts";

type OriginCodeProps = { label: string; samples: readonly { id: string; label: string; code: string }[] };

/** Code samples with the current origin filled in. */
export function OriginCode({ label, samples }: OriginCodeProps) {
  const origin = useOrigin();
  const filled = samples.map((sample) => ({ ...sample, code: sample.code.replaceAll(ORIGIN, origin) }));
  return <CodeBlock label={label} samples={filled} />;
}
