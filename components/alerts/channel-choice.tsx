"use client";

import { Checkbox } from "#components/ui/forms/checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import { CHANNEL_LABELS } from "./alert-view.ts";
import type { RuleValues } from "./rule-form.ts";
import { useChannels } from "./use-channels.ts";

/** The channels that a rule notifies. */
export function ChannelChoice({ form }: { form: ContractForm<RuleValues> }) {
  const channels = useChannels();
  return (
    <FormField
      form={form}
      name="channelIds"
      label="Notify"
      hint={channels.length === 0 ? "No channels yet. The alert is shown in the console only." : undefined}
    >
      {({ value, onChange }) => (
        <div className="flex flex-col gap-2">
          {channels.map(({ id, name, type }) => (
            <Checkbox
              key={id}
              label={`${name} (${CHANNEL_LABELS[type]})`}
              checked={value.includes(id)}
              onCheckedChange={(checked) => onChange(checked ? [...value, id] : value.filter((one) => one !== id))}
            />
          ))}
        </div>
      )}
    </FormField>
  );
}
