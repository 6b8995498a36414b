import { isAbsolute } from "node:path";
import { z } from "zod";
import { readAllowedHosts } from "./network/allowed-hosts.ts";
import { readBrowserOrigins } from "./network/browser-origins.ts";
import { readDataRegions } from "./network/data-regions.ts";
import { readProxyExceptions } from "./network/proxy-exceptions.ts";
import { readRedisAddress } from "./network/redis-address.ts";
import { readScannerKeys } from "./network/scanner-keys.ts";
import { findServersProblem } from "./network/server-addresses.ts";
import { readProxies } from "./network/trusted-proxies.ts";

/** Accepts only decimal digits: JavaScript would also read `0x10`, `1e3` and blanks as numbers. */
function wholeNumber(min: number, max: number = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return z
    .string()
    .refine(
      (digits) => /^\d+$/.test(digits) && Number(digits) >= min && Number(digits) <= max,
      `it must be a whole number ${range}, in decimal digits`,
    )
    .transform(Number);
}

const milliseconds = (fallback: number) => wholeNumber(1, 86_400_000).default(fallback);

const NO_WEB_ADDRESS = "it must be an http or https URL";
export const NO_KEY = "a key must not contain spaces, line breaks or non-ASCII characters";
/** Characters that a header can carry. */
export const KEY = /^[\x21-\x7e]+$/;

/** A base address to which paths are appended, without a trailing slash. */
const baseAddress = z.string().transform((address, context) => {
  const problem = findUrlProblem(address);
  if (problem) context.addIssue({ code: "custom", message: problem });
  return address.replace(/\/+$/, "");
});

const NO_PATH = "it must have no path, because the console needs a host name of its own";

/** An amount in USD with at most nine decimals, as integer nano-USD. */
const nanoUsd = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,9})?$/, "it must be an amount in USD from 0 to 999999 with at most nine decimals")
  .transform((usd) => {
    const [whole = "0", decimals = ""] = usd.split(".");
    return Number(whole + decimals.padEnd(9, "0"));
  });

function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);
}

/** Names separated by commas. */
const names = z.string().default("").transform(namesIn);

/** What a function reads; a string that it returns is the problem. */
function readBy<T extends object>(read: (text: string) => T | string) {
  return z.string().transform((text, context): T => {
    const value = read(text);
    if (typeof value !== "string") return value;
    context.addIssue({ code: "custom", message: value });
    return z.NEVER;
  });
}

/** Host names, addresses and CIDR ranges separated by commas. */
const hosts = readBy((list) => readAllowedHosts(namesIn(list)) ?? NO_HOSTS).prefault("");
const NO_HOSTS = "it must be host names, IP addresses or CIDR ranges, separated by commas";

/** Data regions by host: `llm.internal=europe`, separated by commas. */
const dataRegions = readBy(readDataRegions).prefault("");

/** Addresses and CIDR ranges of the proxies in front of the gateway. */
const proxies = readBy((list) => readProxies(list) ?? "it must be IP addresses or CIDR ranges, separated by commas");

const NO_ORIGINS = "it must be origins such as https://app.example, separated by commas, or * for any";

/** Accepted values of `target_session_attrs`: the gateway connects only to the primary anyway. */
const PRIMARY = ["any", "read-write", "primary"];
const ANY = [...PRIMARY, "read-only", "standby", "prefer-standby"];

/** One or more PostgreSQL servers. */
const postgres = (attributes: readonly string[]) =>
  z.string().superRefine((url, context) => {
    const message = findServersProblem(url, attributes);
    if (message) context.addIssue({ code: "custom", message });
  });

/** The only protocol that we export. */
const otlpProtocol = z.literal("http/protobuf", { error: "only http/protobuf is supported" }).default("http/protobuf");
const otlpEndpoint = z.url({ protocol: /^https?$/, error: NO_WEB_ADDRESS }).optional();
const otlpExporter = z.enum(["otlp", "none"]).default("otlp");

/** The standard variables of OpenTelemetry; the exporters read their headers, timeout and compression themselves. */
const OpenTelemetryNames = {
  OTEL_SDK_DISABLED: z
    .string()
    .default("false")
    .transform((text) => text.toLowerCase() === "true"),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: otlpEndpoint,
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: otlpProtocol,
  OTEL_TRACES_EXPORTER: otlpExporter,
  OTEL_METRICS_EXPORTER: otlpExporter,
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "it must be a number from 0 to 1")
    .default("1")
    .transform(Number),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds(5_000),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds(60_000),
};

const Names = z.object({
  ...OpenTelemetryNames,
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: baseAddress.refine((url) => new URL(url).pathname === "/", NO_PATH).optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: postgres(PRIMARY).optional(),
  /** Address that bypasses a connection pooler, for listening to notifications. */
  DATABASE_DIRECT_URL: postgres(PRIMARY).optional(),
  DATABASE_READ_URL: postgres(ANY).optional(),
  DATABASE_READ_MAX_LAG_SECONDS: wholeNumber(1, 86_400).default(30),
  DATABASE_CONNECTIONS: wholeNumber(1, 1000).default(10),
  /** Pages of the embedded database in memory. */
  EMBEDDED_CACHE_MB: wholeNumber(1, 1024).default(32),
  CONFIG_FILE: z.string().min(1).optional(),
  /** Time between snapshots of the embedded database; 0: no snapshots. */
  SNAPSHOT_INTERVAL_MINUTES: wholeNumber(0, 10_080).default(15),
  SNAPSHOTS_KEPT: wholeNumber(1, 1000).default(3),
  TRUSTED_PROXIES: proxies.prefault(""),
  /** Web pages that may call the API from a browser. */
  CORS_ORIGINS: readBy((list) => readBrowserOrigins(list) ?? NO_ORIGINS).prefault(""),
  HSTS_MAX_AGE_SECONDS: wholeNumber(0).optional(),
  REDIS_URL: readBy(readRedisAddress).optional(),
  /** Longest wait for a response of Redis; then each process counts rate limits on its own. */
  REDIS_TIMEOUT_MS: milliseconds(500),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: NO_WEB_ADDRESS }).optional(),
  S3_REGION: z.string().min(1).default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_PREFIX: z.string().max(512).default(""),
  LOG_FORMAT: z.enum(["json", "text"]).default("json"),
  ACCESS_LOG: z.enum(["on", "off"]).default("off"),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  SWITCHBOARD_MANAGEMENT_KEY: z.string().min(24, "it must have at least 24 characters").regex(KEY, NO_KEY).optional(),
  METRICS_TOKEN: z.string().min(24, "it must have at least 24 characters").regex(KEY, NO_KEY).optional(),
  METRICS_MAX_SERIES: wholeNumber(1, 1_000_000).default(2_000),
  SWITCHBOARD_SECRET: z.string().min(32, "it must have at least 32 characters").optional(),
  SWITCHBOARD_PREVIOUS_SECRET: z.string().min(32, "it must have at least 32 characters").optional(),
  RATE_LIMIT_REQUESTS_PER_MINUTE: wholeNumber(1).optional(),
  /** How long a key of a signed-in agent works, and how long the agent can renew it; 0: agents cannot sign in. */
  AGENT_KEY_HOURS: wholeNumber(1, 168).default(24),
  AGENT_SIGN_IN_DAYS: wholeNumber(0, 365).default(30),
  MAX_BODY_BYTES: wholeNumber(1024).default(64 * 1024 * 1024),
  MAX_BODY_BYTES_IN_FLIGHT: wholeNumber(1024).default(512 * 1024 * 1024),
  MAX_CONNECTIONS: wholeNumber(1, 1_000_000).default(16_384),
  PRICES_FROM: z.string().min(1).optional(),
  PRICES_CHECK_HOURS: wholeNumber(0, 8760).default(24),
  RESERVE_OUTPUT_TOKENS: wholeNumber(1).default(16_384),
  RESPONSE_CACHE_MB: wholeNumber(0, 65_536).default(64),
  PROMPT_CACHING: z.enum(["auto", "off"]).default("auto"),
  UNPRICED_MODELS: z.enum(["refuse", "serve"]).default("refuse"),
  GENERATION_RETENTION_DAYS: wholeNumber(1, 36_500).optional(),
  CONTENT_RETENTION_DAYS: wholeNumber(1, 36_500).default(30),
  VIDEO_RETENTION_DAYS: wholeNumber(1, 36_500).default(30),
  PRIVATE_URL_PROVIDERS: names,
  DISCOVER_LOCAL_SERVERS: z.enum(["on", "off"]).default("on"),
  /** The proxy on the way to providers, and the hosts that are reached without it. */
  HTTPS_PROXY: z.url({ protocol: /^https?$/, error: NO_WEB_ADDRESS }).optional(),
  NO_PROXY: readBy(readProxyExceptions).prefault(""),
  UPSTREAM_CONNECTIONS: wholeNumber(1, 100_000).default(1024),
  HEADERS_TIMEOUT_MS: milliseconds(30_000),
  BODY_IDLE_TIMEOUT_MS: milliseconds(30_000),
  BODY_TIMEOUT_MS: milliseconds(15 * 60_000),
  // Longer than Google Cloud's 600 s: https://docs.cloud.google.com/load-balancing/docs/https/request-distribution
  KEEP_ALIVE_TIMEOUT_MS: milliseconds(620_000),
  CONNECT_TIMEOUT_MS: milliseconds(5_000),
  FIRST_CONTENT_TIMEOUT_MS: milliseconds(15_000),
  LAST_FIRST_CONTENT_TIMEOUT_MS: milliseconds(120_000),
  /** Longest delay before a failed provider is called once more; 0: no retry. */
  RETRY_WAIT_MS: wholeNumber(0, 60_000).default(2_500),
  IDLE_TIMEOUT_MS: milliseconds(30_000),
  TOTAL_TIMEOUT_MS: milliseconds(900_000),
  DRAIN_LEAD_MS: wholeNumber(0, 600_000).default(5_000),
  DRAIN_TIMEOUT_MS: milliseconds(30_000),
  VIDEO_POLL_MS: milliseconds(2_000),
  /** The most requests of a batch, and how many of them a process runs at once. */
  BATCH_MAX_REQUESTS: wholeNumber(1, 1_000_000).default(50_000),
  BATCH_CONCURRENCY: wholeNumber(1, 1000).default(8),
  BATCH_RETENTION_DAYS: wholeNumber(1, 36_500).default(30),
  /** Private hosts that callers may name as MCP servers, webhooks and destinations. */
  ALLOWED_PRIVATE_HOSTS: hosts,
  /** Where providers process data, by the host of their address, if the catalogue does not know it. */
  DATA_REGIONS: dataRegions,
  /** How long requests wait for a batch to a destination; those of types s3 and disk wait for larger objects. */
  DESTINATION_BATCH_SECONDS: wholeNumber(1, 3_600).default(5),
  DESTINATION_S3_BATCH_SECONDS: wholeNumber(1, 3_600).default(300),
  /** The folder of destinations of type disk; without it, there are none. */
  DESTINATION_DISK_FOLDER: z
    .string()
    .refine((path) => isAbsolute(path), "it must be an absolute path")
    .optional(),
  /** How long delivery of a request is retried before it becomes a dead letter. */
  DESTINATION_RETRY_HOURS: wholeNumber(1, 720).default(24),
  /** How often alert rules are evaluated. */
  ALERT_INTERVAL_SECONDS: wholeNumber(1, 3_600).default(60),
  /** The mail server for alerts, and the sender; without them, no mail is sent. */
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "it must be an smtp or smtps URL" }).optional(),
  SMTP_FROM: z.string().min(1).max(320).optional(),
  /** With them, signed reports of leaked keys are verified. */
  SECRET_SCANNING_KEYS: readBy(readScannerKeys).optional(),
  SERVER_TOOL_MAX_STEPS: wholeNumber(1, 1000).default(50),
  SERVER_TOOL_TIMEOUT_MS: milliseconds(60_000),
  SERVER_TOOLS_AT_ONCE: wholeNumber(1, 100).default(8),
  JOURNAL_MAX_BYTES: wholeNumber(65_536).default(2 * 1024 * 1024 * 1024),
  LAST_KNOWN_STATE_MAX_HOURS: wholeNumber(1, 8_760).default(24),
  /** Parsed to nano-USD. */
  OUTAGE_OVERDRAFT_USD: nanoUsd.default(0),
  PATTERN_DEADLINE_MS: milliseconds(2_000),
  PATTERN_DEADLINE_OUTCOME: z.enum(["block", "report"]).default("block"),
});

const Variables = Names.superRefine((variables, context) => {
  if (variables.MAX_BODY_BYTES_IN_FLIGHT < variables.MAX_BODY_BYTES) {
    const message = "it must be at least MAX_BODY_BYTES";
    context.addIssue({ code: "custom", path: ["MAX_BODY_BYTES_IN_FLIGHT"], message });
  }
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const) {
    if (!variables[name] || variables.DATABASE_URL) continue;
    context.addIssue({ code: "custom", path: [name], message: "it needs DATABASE_URL too" });
  }
  if ((variables.SMTP_URL === undefined) !== (variables.SMTP_FROM === undefined)) {
    const [name, other] = variables.SMTP_URL ? ["SMTP_URL", "SMTP_FROM"] : ["SMTP_FROM", "SMTP_URL"];
    context.addIssue({ code: "custom", path: [name as string], message: `it needs ${other} too` });
  }
  if (!variables.S3_BUCKET) return;
  for (const name of ["S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const) {
    if (!variables[name]) context.addIssue({ code: "custom", path: [name], message: "it is required with S3_BUCKET" });
  }
});

export type Environment = z.output<typeof Variables> & {
  /** Every variable that is set and not empty, for the providers' keys and addresses. */
  variables: Readonly<Record<string, string>>;
};

/** Other programs read these in lowercase too, such as curl. */
const ALSO_LOWERCASE = ["HTTPS_PROXY", "NO_PROXY"];

function isSet(entry: readonly [string, string | undefined]): entry is [string, string] {
  return !!entry[1];
}

/** Parses the environment once. Throws one sentence per invalid variable, without its value, which may be a secret. */
export function readEnvironment(source: Record<string, string | undefined>): Environment {
  const inLowercase = ALSO_LOWERCASE.map((name) => [name, source[name.toLowerCase()]] as const);
  const variables = Object.fromEntries([...inLowercase, ...Object.entries(source)].filter((entry) => isSet(entry)));
  const result = Variables.safeParse(variables);
  if (!result.success) throw new Error(result.error.issues.map(describeIssue).join("\n"));
  return { ...result.data, variables };
}

/** Returns why paths cannot be appended to an address; undefined if they can. */
export function findUrlProblem(address: string): string | undefined {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return NO_WEB_ADDRESS;
  const isPlain = url.username === "" && url.password === "" && !/[?#]/.test(address);
  return isPlain ? undefined : "it must be a URL without a user name, query or fragment";
}

/** Wraps an error of the system or a service that a variable's value caused; other errors are unchanged. */
export function startupError(name: keyof Environment, error: NodeJS.ErrnoException): Error {
  if (typeof error.code !== "string") return error;
  return new Error(`The environment variable ${name} is invalid or cannot be used: ${error.message || error.code}.`);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  return `The environment variable ${issue.path.join(".")} is invalid: ${issue.message}.`;
}
