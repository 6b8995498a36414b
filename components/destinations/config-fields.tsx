"use client";

import { FormField } from "#components/ui/forms/form-field.tsx";
import { HeaderLinesInput } from "#components/ui/forms/header-lines-input.tsx";
import { Input } from "#components/ui/forms/input.tsx";
import { PasswordInput } from "#components/ui/forms/password-input.tsx";
import { SegmentedControl } from "#components/ui/forms/segmented-control.tsx";
import { Select } from "#components/ui/forms/select.tsx";
import type { ContractForm } from "#components/ui/forms/use-contract-form.ts";
import type { DestinationType } from "#lib/contract/destination-config.ts";
import type { DestinationValues } from "./destination-form.ts";

type FieldsProps = { form: ContractForm<DestinationValues> };

/** A destination's address and credentials. */
export function ConfigFields({ form, type }: FieldsProps & { type: DestinationType }) {
  if (type === "s3") return <BucketFields form={form} />;
  if (type === "disk") return <DiskFields form={form} />;
  return (
    <>
      {type === "webhook" ? <WebhookFields form={form} /> : <CollectorField form={form} />}
      <FormField
        form={form}
        name="headers"
        label="Headers"
        aside="optional"
        hint="One per line. Stored encrypted, and shown masked."
      >
        {(field) => <HeaderLinesInput {...field} />}
      </FormField>
    </>
  );
}

const METHODS = [
  { value: "POST", label: "POST" },
  { value: "PUT", label: "PUT" },
] as const;

function WebhookFields({ form }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
      <FormField form={form} name="url" label="URL" hint="Signed like the workspace's other webhooks" required>
        {(field) => <Input {...field} mono type="url" autoComplete="off" placeholder="https://example.com/requests" />}
      </FormField>
      <FormField form={form} name="method" label="Method">
        {({ value, onChange, name }) => <Select options={METHODS} value={value} onValueChange={onChange} name={name} />}
      </FormField>
    </div>
  );
}

function CollectorField({ form }: FieldsProps) {
  return (
    <FormField form={form} name="endpoint" label="Endpoint" hint="OTLP over HTTP. /v1/traces is appended." required>
      {(field) => (
        <Input {...field} mono type="url" autoComplete="off" placeholder="https://cloud.langfuse.com/api/public/otel" />
      )}
    </FormField>
  );
}

function BucketFields({ form }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FormField form={form} name="bucketName" label="Bucket" required>
        {(field) => <Input {...field} mono autoComplete="off" />}
      </FormField>
      <FormField form={form} name="region" label="Region" aside="optional">
        {(field) => <Input {...field} mono autoComplete="off" placeholder="us-east-1" />}
      </FormField>
      <FormField form={form} name="accessKeyId" label="Access key ID" required>
        {(field) => <Input {...field} mono autoComplete="off" spellCheck={false} />}
      </FormField>
      <FormField form={form} name="secretAccessKey" label="Secret access key" required>
        {(field) => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="endpoint" label="Endpoint" aside="optional" hint="For services other than AWS">
        {(field) => <Input {...field} mono type="url" autoComplete="off" placeholder="https://minio.example.com" />}
      </FormField>
      <FormField form={form} name="prefix" label="Prefix">
        {(field) => <Input {...field} mono autoComplete="off" />}
      </FormField>
      <div className="flex flex-col gap-4 sm:col-span-2">
        <PathField form={form} hint="{prefix}, {date}, {year}, {month}, {day}, {hour}, {apiKeyName}" />
        <FormatField form={form} />
      </div>
    </div>
  );
}

function DiskFields({ form }: FieldsProps) {
  return (
    <>
      <PathField
        form={form}
        hint="Below the destination's own folder: {date}, {year}, {month}, {day}, {hour}, {apiKeyName}"
      />
      <FormatField form={form} />
    </>
  );
}

function PathField({ form, hint }: FieldsProps & { hint: string }) {
  return (
    <FormField form={form} name="pathTemplate" label="Path" hint={hint}>
      {(field) => <Input {...field} mono autoComplete="off" />}
    </FormField>
  );
}

const FORMATS = [
  { value: "ndjson", label: "NDJSON" },
  { value: "parquet", label: "Parquet" },
] as const;

function FormatField({ form }: FieldsProps) {
  return (
    <FormField form={form} name="format" label="Format">
      {({ value, onChange }) => <SegmentedControl options={FORMATS} value={value} onValueChange={onChange} />}
    </FormField>
  );
}
