/** Which part of a field is recorded: its value, its size, or the listed fields of an object. */
export type SettingRule = "value" | "size" | SettingRules;
export type SettingRules = ReadonlyMap<string, SettingRule>;

function values(...names: string[]): [string, SettingRule][] {
  return names.map((name) => [name, "value"]);
}

function sizes(...names: string[]): [string, SettingRule][] {
  return names.map((name) => [name, "size"]);
}

const FORMAT: SettingRules = new Map(values("type"));
const PRICES: SettingRules = new Map(values("prompt", "completion", "request", "image", "audio"));
const PERCENTILES: SettingRules = new Map(values("p50", "p75", "p90", "p99"));
const SORT: SettingRules = new Map(values("by", "partition"));

const PROVIDER: SettingRules = new Map<string, SettingRule>([
  ...values("allow_fallbacks", "allowed_data_regions", "content_policy_fallbacks", "data_collection", "ignore", "only"),
  ...values("order", "prompt_caching", "quantizations", "require_parameters", "resume", "zdr"),
  ["hedge", new Map(values("after_ms"))],
  ["max_price", PRICES],
  ["preferred_max_latency", PERCENTILES],
  ["preferred_min_throughput", PERCENTILES],
  ["sort", SORT],
]);

/**
 * The settings of requests to any endpoint. Fields that may hold texts, files or names of the caller's own have their
 * size recorded, and fields that are not listed nothing.
 */
export const SETTING_RULES: SettingRules = new Map<string, SettingRule>([
  ...values("aspect_ratio", "background", "dimensions", "duration", "encoding_format", "frequency_penalty"),
  ...values("generate_audio", "include", "input_type", "language", "logprobs", "max_completion_tokens"),
  ...values("max_output_tokens", "max_tokens", "max_tool_calls", "min_p", "modalities", "models", "n"),
  ...values("output_compression", "output_format", "parallel_tool_calls", "partial_images", "presence_penalty"),
  ...values("quality", "reasoning_effort", "repetition_penalty", "resolution", "return_documents", "seed"),
  ...values("service_tier", "size", "speed", "store", "stream", "temperature", "timestamp_granularities", "top_a"),
  ...values("top_k", "top_logprobs", "top_n", "top_p", "truncation", "verbosity", "voice"),
  ...sizes(
    "contents",
    "documents",
    "fallbacks",
    "frame_images",
    "input",
    "input_references",
    "mask",
    "instructions",
    "logit_bias",
  ),
  ...sizes("messages", "plugins", "prompt", "query", "stop", "stop_sequences", "system", "tools"),
  ["output_config", new Map<string, SettingRule>([...values("effort"), ["format", FORMAT]])],
  ["provider", PROVIDER],
  ["reasoning", new Map(values("effort", "enabled", "exclude", "max_tokens", "summary"))],
  ["response_format", FORMAT],
  ["stream_options", new Map(values("include_usage"))],
  ["text", new Map<string, SettingRule>([...values("verbosity"), ["format", FORMAT]])],
  ["thinking", new Map(values("budget_tokens", "type"))],
  ["tool_choice", FORMAT],
]);
