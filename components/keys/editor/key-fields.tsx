"use client";

import { useQuery } from "@tanstack/react-query";
import { useWatch } from "react-hook-form";
import { useShell } from "#components/shell/shell-context.tsx";
import { usePermission } from "#components/shell/use-permission.ts";
import { Field } from "#components/ui/forms/field.tsx";
import { FormCheckbox } from "#components/ui/forms/form-checkbox.tsx";
import { FormField } from "#components/ui/forms/form-field.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { NameList } from "#components/ui/forms/name-list.tsx";
import { NumberInput } from "#components/ui/forms/number-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import { query } from "#lib/api/query.ts";
import { listMcpServers } from "#lib/contract/mcp-servers.ts";
import { RESTRICTABLE_TOOLS } from "#lib/contract/server-tools.ts";
import { RESET_OPTIONS } from "#lib/limits/reset-options.ts";
import { EXPIRIES, type KeyDraft } from "./key-draft.ts";

const EXPIRY_WORDS = { none: "Never", "7": "7 days", "30": "30 days", "90": "90 days", date: "Date" } as const;

type KeyFieldsProps = {
  form: ContractForm<KeyDraft>;
  /** Whether the key can call models, and so needs a spending limit. */
  spends: boolean;
  /** Presets relative to now make no sense for an existing key. */
  presets?: boolean;
};

/** The fields of a key: name, spending limit, server tools, tags, response cache, expiry. */
export function KeyFields({ form, spends, presets = true }: KeyFieldsProps) {
  const expiries = EXPIRIES.filter((expiry) => presets || expiry === "none" || expiry === "date");
  const expiry = useWatch({ control: form.control, name: "expiry" });
  return (
    <>
      <FormField form={form} name="name" label="Name" required hint="Where the key is used, such as production-web">
        {(field) => <Input {...field} maxLength={200} autoComplete="off" />}
      </FormField>
      {spends && <LimitFields form={form} />}
      {spends && <AllowedTools form={form} existing={!presets} />}
      {spends && <Tags form={form} existing={!presets} />}
      {spends && <ResponseCache form={form} />}
      <FormField form={form} name="expiry" label="Expires">
        {({ value, onChange }) => (
          <SegmentedControl
            options={expiries.map((option) => ({ value: option, label: EXPIRY_WORDS[option] }))}
            value={value}
            onValueChange={onChange}
            className="max-w-full flex-wrap"
          />
        )}
      </FormField>
      {expiry === "date" && (
        <FormField form={form} name="expiryDate" label="Last day" hint="Works until 23:59:59 UTC on this day">
          {(field) => <Input {...field} type="date" className="w-44" />}
        </FormField>
      )}
    </>
  );
}

const TOOLS = RESTRICTABLE_TOOLS.map((name) => ({ value: name, label: name }));

/** Only administrators can change the list of an existing key. */
function AllowedTools({ form, existing }: { form: ContractForm<KeyDraft>; existing: boolean }) {
  const { role } = useShell();
  const { currentWorkspace } = useShell();
  const maySee = usePermission(listMcpServers);
  const servers = useQuery({
    ...query(listMcpServers, { query: { workspace_id: currentWorkspace.id } }),
    enabled: maySee,
  });
  const tools = useWatch({ control: form.control, name: "allowedTools" });
  const locked = existing && role === "member";
  if (locked) {
    return (
      <Field label="Allowed server tools" hint="Only administrators can change this list.">
        <p className="text-sm">{tools.length > 0 ? tools.join(", ") : "All"}</p>
      </Field>
    );
  }
  const ofServers = (servers.data?.data ?? []).map(({ slug, name }) => ({
    value: `${slug}/*`,
    label: `${slug}/*`,
    hint: name,
  }));
  return (
    <NameList
      label="Allowed server tools"
      hint="Leave empty to allow every tool. Enter server/tool for one tool of an MCP server."
      noun="tool"
      options={[...TOOLS, ...ofServers]}
      values={tools}
      onValuesChange={(names) => form.setValue("allowedTools", names, { shouldValidate: true, shouldDirty: true })}
      problem={form.formState.errors.allowedTools?.message}
      isListed={isToolOfServer}
    />
  );
}

/** Only administrators can change the tags of an existing key. */
function Tags({ form, existing }: { form: ContractForm<KeyDraft>; existing: boolean }) {
  const { role } = useShell();
  const isLocked = existing && role === "member";
  const hint = isLocked
    ? "Only administrators can change the tags."
    : "Every request with the key gets these tags, for logs and costs. Separate them with commas.";
  return (
    <FormField form={form} name="tags" label="Tags" hint={hint}>
      {(field) => (
        <Input
          {...field}
          disabled={isLocked}
          placeholder="team:search, project:alpha"
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </FormField>
  );
}

const CACHE_TIMES = [
  { value: "", label: "Off, unless a request asks for it" },
  { value: "600", label: "10 minutes" },
  { value: "3600", label: "1 hour" },
  { value: "86400", label: "1 day" },
  { value: "604800", label: "1 week" },
];

function ResponseCache({ form }: { form: ContractForm<KeyDraft> }) {
  return (
    <FormField
      form={form}
      name="cacheSeconds"
      label="Response cache"
      hint="An identical request within this time gets the same response at no cost."
    >
      {({ value, onChange }) => {
        const isOther = !CACHE_TIMES.some((time) => time.value === value);
        const other = isOther ? [{ value, label: `${value} seconds` }] : [];
        return <Select options={[...CACHE_TIMES, ...other]} value={value} onValueChange={onChange} />;
      }}
    </FormField>
  );
}

/** Accepts single tools of MCP servers, which are not among the options. */
function isToolOfServer(name: string): boolean {
  return name.includes("/");
}

function LimitFields({ form }: { form: ContractForm<KeyDraft> }) {
  const [limit, reset] = useWatch({ control: form.control, name: ["limit", "reset"] });
  const unlimited = limit === null;
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <FormField
          form={form}
          name="limit"
          label="Spending limit"
          aside="USD"
          hint={unlimited ? "Leave empty for no limit" : undefined}
        >
          {({ onChange, ...field }) => (
            <NumberInput {...field} onValueChange={onChange} prefix="$" placeholder="No limit" />
          )}
        </FormField>
        <FormField
          form={form}
          name="reset"
          label="Resets"
          hint={reset === "never" ? "The limit covers the key's lifetime." : undefined}
        >
          {({ value, onChange }) => (
            <Select options={RESET_OPTIONS} value={value} onValueChange={onChange} disabled={unlimited} />
          )}
        </FormField>
      </div>
      <FormCheckbox
        form={form}
        name="includeByok"
        disabled={unlimited}
        label="Count BYOK requests"
        hint="Otherwise only spend on system credentials counts toward the limit."
      />
    </>
  );
}
