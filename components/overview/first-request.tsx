"use client";

import { useState } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { CodeBlock } from "#components/ui/display/code-block.tsx";
import { NewKeyChoice } from "#components/ui/display/new-key-choice.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { useNewKey } from "#components/ui/hooks/use-new-key.ts";
import { KEY_PLACEHOLDER, KEY_VARIABLE, requestSamples } from "#lib/request-samples.ts";

/** The request to send, for the current origin or a typed one. */
export function FirstRequest({ waiting }: { waiting: boolean }) {
  const { baseUrl = "" } = useShell();
  const [typed, setTyped] = useState<string>();
  const newKey = useNewKey();
  const key = newKey?.isShown ? newKey.secret : KEY_PLACEHOLDER;
  const address = typed ?? baseUrl;
  return (
    <div className="flex max-w-180 flex-col gap-3">
      <p>
        Set <code className="text-xs">{KEY_VARIABLE}</code> to the key, then send this request. It needs no provider
        account.
      </p>
      <NewKeyChoice />
      <CodeBlock label="First request" samples={requestSamples({ baseUrl: address, model: "local/echo", key })} />
      <Field label="Base URL" hint="Taken from the address bar. Change it if applications use another host name.">
        <Input mono value={address} onChange={(event) => setTyped(event.target.value)} spellCheck={false} />
      </Field>
      {waiting && (
        <p role="status" className="flex items-center gap-2 text-ink">
          <span aria-hidden className="size-2 animate-pulse rounded-full bg-accent" />
          Waiting for the first request
        </p>
      )}
    </div>
  );
}
