"use client";

import { useShell } from "#components/shell/shell-context.tsx";
import { SecretReveal } from "#components/ui/display/secret-reveal.tsx";
import { curlSample, KEY_VARIABLE, requestSamples } from "#lib/request-samples.ts";

/** Works without any provider. */
const SAMPLE_MODEL = "local/echo";

type KeySecretProps = { secret: string | undefined; title: string; management: boolean; onClose: () => void };

/** A key's secret, shown once, with ready-to-run requests. */
export function KeySecret({ secret, title, management, onClose }: KeySecretProps) {
  const baseUrl = useShell().baseUrl ?? "";
  if (management) {
    const curl = (key: string) => `curl ${baseUrl}/keys \\\n  -H "Authorization: Bearer ${key}"`;
    return (
      <SecretReveal secret={secret} title={title} variable="SWITCHBOARD_MANAGEMENT_KEY" curl={curl} onClose={onClose} />
    );
  }
  const request = (key: string) => ({ baseUrl, model: SAMPLE_MODEL, key });
  return (
    <SecretReveal
      secret={secret}
      title={title}
      variable={KEY_VARIABLE}
      curl={(key) => curlSample(request(key))}
      samples={(key) => requestSamples(request(key))}
      onClose={onClose}
    />
  );
}
