import { isRecord } from "#lib/is-record.ts";
import { fieldsOf, type GuardrailFields } from "../editor/guardrail-fields.ts";

/** Returns a guardrail as a file that `readGuardrail` can read. */
export function guardrailFile(fields: GuardrailFields): Blob {
  return new Blob([`${JSON.stringify(fieldsOf(fields), undefined, 2)}\n`], { type: "application/json" });
}

const NOTHING: GuardrailFields = {
  name: "",
  description: null,
  limit_usd: null,
  reset_interval: null,
  include_byok_in_budgets: false,
  allowed_models: null,
  ignored_models: null,
  allowed_providers: null,
  ignored_providers: null,
  allowed_tools: null,
  ignored_tools: null,
  allowed_data_regions: null,
  enforce_zdr_anthropic: false,
  enforce_zdr_openai: false,
  enforce_zdr_google: false,
  enforce_zdr_other: false,
  content_filter_builtins: null,
  content_filters: null,
  shadow: false,
  restore_placeholders: false,
};

/**
 * Returns the fields of an exported guardrail or an API response, which may wrap it in `data`. Missing fields are off;
 * unknown fields are dropped. Returns undefined if the text is not JSON or has no field of a guardrail. Values are
 * checked by the schema.
 */
export function readGuardrail(text: string): GuardrailFields | undefined {
  const parsed = parse(text);
  const found = isRecord(parsed) && isRecord(parsed.data) ? parsed.data : parsed;
  if (!isRecord(found)) return undefined;
  const known = Object.entries(found).filter(([name]) => name in NOTHING);
  return known.length > 0 ? { ...NOTHING, ...Object.fromEntries(known) } : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
