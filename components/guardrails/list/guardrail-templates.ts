import type { z } from "zod";
import type { createGuardrail } from "#lib/contract/guardrails.ts";

type Body = z.input<typeof createGuardrail.body>;

const PERSONAL = ["email", "phone", "ssn", "credit-card", "ip-address", "person-name", "address"];

/** Templates for a new guardrail. */
export const GUARDRAIL_TEMPLATES = [
  { value: "empty", label: "Empty", hint: "Add rules and limits afterwards" },
  { value: "personal", label: "Redact personal data", hint: "Emails, phones, names, addresses, cards and numbers" },
  { value: "payment", label: "Block payment data", hint: "Blocks requests with card or social security numbers" },
  { value: "injection", label: "Block prompt injection", hint: "Blocks requests that try to override instructions" },
  { value: "file", label: "Import a file", hint: "JSON exported from a guardrail" },
] as const;

export type GuardrailTemplate = (typeof GUARDRAIL_TEMPLATES)[number]["value"];

/** Returns the fields that a template fills in; for a file they come from the file. */
export function templateFields(start: GuardrailTemplate): Partial<Body> {
  if (start === "personal") {
    const filters = PERSONAL.map((slug) => ({ slug, action: "redact" as const }));
    return { content_filter_builtins: filters, restore_placeholders: true };
  }
  if (start === "payment") {
    return { content_filter_builtins: ["ssn", "credit-card"].map((slug) => ({ slug, action: "block" as const })) };
  }
  if (start === "injection") {
    return { content_filter_builtins: [{ slug: "regex-prompt-injection", action: "block" }] };
  }
  return {};
}
