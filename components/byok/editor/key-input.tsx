"use client";

import { Eye, EyeOff } from "lucide-react";
import { type Ref, useState } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import { Field } from "#components/ui/forms/field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { keyPlaceholder, keyWarning } from "./key-format.ts";

type KeyInputProps = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  provider: string | undefined;
  value: string;
  onValueChange: (value: string) => void;
  error?: string | undefined;
};

/** Input for a provider's key: hidden by default, and excluded from the browser's autofill. */
export function KeyInput({ ref, label, provider, value, onValueChange, error }: KeyInputProps) {
  const [shown, setShown] = useState(false);
  const warning = keyWarning(provider, value.trim());
  return (
    <Field label={label} required error={error} hint={warning ?? "Stored encrypted and never shown again"}>
      <div className="relative">
        <Input
          ref={ref}
          mono
          type={shown ? "text" : "password"}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
          autoComplete="off"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          placeholder={keyPlaceholder(provider)}
          className="pr-10"
        />
        <IconButton
          size="small"
          label={shown ? "Hide key" : "Show key"}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 right-1 my-auto"
        >
          {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </div>
    </Field>
  );
}
