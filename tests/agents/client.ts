import type { ExpectedAgent } from "./run/check-ledger.ts";
import type { Program } from "./run/run-program.ts";
import type { ToolBox } from "./steps.ts";
import type { Format } from "./transcript/transcript.ts";

/** What an agent is started with. */
export type Launch = {
  /** Where its packages are installed. */
  packages: string;
  home: string;
  project: string;
  /** The gateway's service root, as the agent reaches it. */
  url: string;
  key: string;
  model: string;
  task: string;
  /** The command of an MCP server with the tool `echo`. */
  mcpServer: readonly [string, ...string[]];
};

export type Variant = {
  /** The gateway's model; its provider decides whether the request is converted. */
  model: string;
  /** How this variant differs, for the report. */
  label?: string;
  /** Why the agent does not send Google's signatures back. */
  isUnsigned?: string;
  /** Why it sends only some of them back. */
  isPartlySigned?: string;
  /** Why it sends no reasoning back, with any model. */
  losesReasoning?: string;
  /** How it loses the texts that come with requests. */
  losesTexts?: string;
  usesWebSocket?: boolean;
  /** The upstream rejects what the agent sends in its dialect, so the gateway converts it. */
  isConverted?: boolean;
  isStreamed?: boolean;
};

/** Why some agents do not send Google's signatures back. */
export const UNSIGNED = "does not return Google's signatures, so Gemini gets the placeholder for them";

export const ONE_SIGNATURE = "returns one signature a turn, so Gemini gets the placeholder for calls";
export const NO_THINKING = "asks for no thinking, so it gets no signatures and Gemini the placeholder for them";
export const NO_REASONING = "does not return reasoning";

/** `message`: part of the error. */
export type Rejected = { message: string; remark: string };

/** An agent that plays the task. */
export type Client = {
  /** Its name on the command line. */
  name: string;
  title: string;
  /** Exact packages; the first one's version is reported. */
  packages: readonly string[];
  dialect: Format;
  variants: readonly Variant[];
  /** Some agents have other tools for other models. */
  tools(model: string): ToolBox;
  agent: ExpectedAgent;
  /** It names no session in its requests. */
  hasNoSession?: boolean;
  /** It gives calls ids of its own if they do not look like those of the dialect's vendor, or sends no ids. */
  renamesCalls?: boolean;
  /** Requests that the gateway rejects and the agent then sends in another way. */
  rejected?: Rejected;
  /** Writes what it needs into its home and returns how to start it. */
  prepare(launch: Launch, variant: Variant): Omit<Program, "cwd">;
};
