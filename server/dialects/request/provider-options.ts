import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { GATEWAY_FIELDS, USER_NOT_SENT } from "../gateway-fields.ts";
import { omitUndefined } from "../read-field.ts";
import type { Family, Target } from "../target.ts";
import { OF_FORM } from "./google-request.ts";

/** Fields that no provider gets as options. */
const withheld = new Set<string>([...GATEWAY_FIELDS, "debug"]);

/**
 * Converts a field to provider options: one function for each family that supports it. Returns undefined for an
 * unsupported value.
 */
type Rule = Partial<Record<Family, (value: unknown) => Body | undefined>> & {
  /** Returns whether a value is the default, so that leaving it out changes nothing. */
  isDefault?(value: unknown): boolean;
};

/**
 * Returns fields without a neutral equivalent as options of the target provider. Fields that neither the dialect
 * (`known`), the gateway nor the provider accepts are noted as dropped.
 */
export function providerOptionsOf(fields: Body, known: ReadonlySet<string>, target: Target): Body {
  const options: Body = {};
  // First: a provider's own field for it takes precedence.
  for (const [field, value] of Object.entries({ user: fields.user, ...fields })) {
    if (value === undefined || value === null || known.has(field) || withheld.has(field)) continue;
    const rule = rules[field];
    const converted = rule?.[target.family]?.(value);
    if (converted) Object.assign(options, converted);
    else if (field === "user") target.notes.add(USER_NOT_SENT);
    else if (field === "google_options" && isRecord(value)) noteGoogleOptions(value, target);
    else if (!rule?.isDefault?.(value)) target.notes.add(`${field}: dropped`);
  }
  return options;
}

/** Notes each setting by its name. */
function noteGoogleOptions(options: Body, target: Target): void {
  for (const name of Object.keys(options)) if (!OF_FORM.includes(name)) target.notes.add(`${name}: dropped`);
}

/** Merges provider options; objects under the same key are merged, and later keys take precedence. */
export function mergeOptions(...list: Body[]): Body {
  const merged: Body = {};
  for (const [key, value] of list.flatMap((options) => Object.entries(options))) {
    const before = merged[key];
    merged[key] = isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
  }
  return merged;
}

/** Returns a rule that passes a field on under this name. */
const as = (name: string) => (value: unknown) => ({ [name]: value });
const oneOf =
  (name: string, ...values: unknown[]) =>
  (value: unknown) =>
    values.includes(value) ? { [name]: value } : undefined;

/** OpenAI responds 400 to a longer name of a user. */
const MOST_CHARACTERS = 64;
const isShort = (value: unknown) => typeof value === "string" && value.length <= MOST_CHARACTERS;
/** An email address or a phone number, which Anthropic rejects: https://github.com/BerriAI/litellm/issues/10106 */
const CONTACT = /@|^\+?[\d\s()./-]{7,20}$/;

/** For fields that are sent in another way, or that always apply. */
const nothing = () => ({});
const openaiOnly = (name: string): Rule => ({ openai: as(name) });
const passedOn = (name: string): Rule => ({ compatible: as(name) });

const verbosity: Rule = {
  openai: oneOf("textVerbosity", "low", "medium", "high"),
  compatible: as("textVerbosity"),
  isDefault: (value) => value === "medium",
};

const rules: Record<string, Rule> = {
  user: {
    openai: (value) => (isShort(value) ? { user: value } : undefined),
    anthropic: (value) =>
      typeof value === "string" && !CONTACT.test(value) ? { metadata: { userId: value } } : undefined,
    compatible: (value) => (isShort(value) ? { user: value } : undefined),
  },
  metadata: {
    openai: as("metadata"),
    anthropic: (value) =>
      isRecord(value) && typeof value.user_id === "string" ? { metadata: { userId: value.user_id } } : undefined,
    isDefault: (value) => isRecord(value) && Object.keys(value).length === 0,
  },
  service_tier: {
    openai: oneOf("serviceTier", "default", "flex", "priority", "fast"),
    anthropic: (value) => (value === "default" ? { serviceTier: "standard_only" } : undefined),
    google: (value) =>
      value === "default" ? { serviceTier: "standard" } : oneOf("serviceTier", "flex", "priority")(value),
    compatible: (value) => (value === "auto" ? undefined : { service_tier: value }),
    isDefault: (value) => value === "auto",
  },
  parallel_tool_calls: {
    openai: as("parallelToolCalls"),
    anthropic: (value) => (value === false ? { disableParallelToolUse: true } : undefined),
    compatible: as("parallel_tool_calls"),
    isDefault: (value) => value === true,
  },
  cache_control: { anthropic: as("cacheControl") },
  prompt_cache_key: openaiOnly("promptCacheKey"),
  prompt_cache_options: openaiOnly("promptCacheOptions"),
  prompt_cache_retention: openaiOnly("promptCacheRetention"),
  safety_identifier: openaiOnly("safetyIdentifier"),
  max_tool_calls: openaiOnly("maxToolCalls"),
  truncation: { openai: as("truncation"), isDefault: (value) => value === "disabled" },
  include: {
    // Encrypted reasoning is always requested and replayed.
    isDefault: (value) => Array.isArray(value) && value.every((item) => item === "reasoning.encrypted_content"),
  },
  verbosity,
  "text.verbosity": verbosity,
  "reasoning.summary": {
    openai: as("reasoningSummary"),
    // Both already return reasoning as summaries.
    anthropic: nothing,
    google: nothing,
    isDefault: (value) => value === "auto",
  },
  "reasoning.context": { openai: as("reasoningContext"), isDefault: (value) => value === "auto" },
  "reasoning.mode": { openai: as("reasoningMode"), isDefault: (value) => value === "standard" },
  logit_bias: { openai: as("logitBias"), compatible: as("logit_bias") },
  prediction: { openai: as("prediction"), compatible: as("prediction") },
  // Anthropic and Google get it as the neutral setting.
  top_k: { anthropic: nothing, google: nothing, compatible: as("top_k") },
  top_a: passedOn("top_a"),
  min_p: passedOn("min_p"),
  repetition_penalty: passedOn("repetition_penalty"),
  modalities: {
    google: (value) =>
      Array.isArray(value) ? { responseModalities: value.map((item) => String(item).toUpperCase()) } : undefined,
    compatible: (value) => (onlyText(value) ? undefined : { modalities: value }),
    isDefault: onlyText,
  },
  web_search_options: passedOn("web_search_options"),
  // From requests in Google's form: settings that only Google has. Elsewhere each is noted by its name.
  google_options: { google: (value) => (isRecord(value) ? googleOptions(value) : undefined) },
  image_config: {
    google: (value) =>
      isRecord(value)
        ? { imageConfig: omitUndefined({ aspectRatio: value.aspect_ratio, imageSize: value.image_size }) }
        : undefined,
    compatible: as("image_config"),
  },
  background: { isDefault: (value) => value === false },
  store: { isDefault: (value) => value === false },
  logprobs: { isDefault: (value) => value === false },
  top_logprobs: { isDefault: (value) => value === 0 },
  n: { isDefault: (value) => value === 1 },
};

function onlyText(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => item === "text");
}

/**
 * Only these: a budget would exceed what is reserved, and cached content may belong to anyone. `google-request.ts`
 * reads the others.
 */
function googleOptions({ labels, mediaResolution, thinkingConfig }: Body): Body {
  const thinking = isRecord(thinkingConfig) ? { includeThoughts: thinkingConfig.includeThoughts === true } : undefined;
  return omitUndefined({ labels, mediaResolution, thinkingConfig: thinking });
}
