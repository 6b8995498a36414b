import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import type { Client } from "./scenario-driver.ts";

/** A model behind the gateway, with the format of its requests and responses. */
export type UpstreamCase = {
  name: string;
  model: string;
  /** The response to a prompt and to tool results. */
  says(prompt: string): string;
  saysOfTools(results: string[]): string;
  /** Runs in the gateway itself, so requests cannot be inspected and faults cannot be injected. */
  inProcess?: boolean;
  /** The texts it received as instructions. */
  system(body: Body): unknown;
  /**
   * What must be sent back with the next turn after the reasoning `thinking`; undefined if the model gives no proof.
   */
  proof?(thinking: string): string;
  /** The proof is attached to tool calls, with which it must be sent back; elsewhere it is optional. */
  provesCallsOnly?: boolean;
  /** Dialects that hide its reasoning, or whose clients cannot request it. */
  thinksIn: readonly Client["dialect"][];
  /** The dialects in which it supports stop sequences. */
  stopsIn: readonly Client["dialect"][];
};

type Body = Record<string, unknown>;
type Message = { role: string; content: unknown };

const base64 = (text: string) => Buffer.from(text).toString("base64");
const instructionsIn = (messages: unknown) =>
  (messages as Message[]).filter(({ role }) => role === "system" || role === "developer");

const saysOf = {
  says: (prompt: string) => `You said: ${prompt}`,
  saysOfTools: (results: string[]) => `The tool said: ${results.join("; ")}`,
};

export const upstreams: UpstreamCase[] = [
  {
    name: "openai",
    model: "openai/gpt-5-mini",
    ...saysOf,
    system: ({ instructions, input, messages }) => (instructions ? instructions : instructionsIn(messages ?? input)),
    proof: (thinking) => `gAAAAA${Buffer.from(thinking).toString("base64url")}`,
    // Its chat completions do not include the reasoning.
    thinksIn: ["responses", "messages"],
    // Its responses have no stop sequences, nor do its models that reason.
    stopsIn: [],
  },
  {
    name: "anthropic",
    model: "anthropic/claude-sonnet-4.5",
    ...saysOf,
    system: ({ system }) => system,
    proof: (thinking) => `Eq${base64(thinking)}`,
    thinksIn: ["responses", "messages", "chat"],
    stopsIn: ["messages", "chat"],
  },
  {
    name: "google",
    model: "google/gemini-2.5-flash",
    ...saysOf,
    system: ({ systemInstruction }) => systemInstruction,
    proof: (thinking) => base64(`signed ${thinking}`),
    provesCallsOnly: true,
    thinksIn: ["responses", "messages", "chat"],
    stopsIn: ["messages", "chat"],
  },
  {
    name: "groq",
    model: "openai/gpt-oss-120b",
    ...saysOf,
    system: ({ messages }) => instructionsIn(messages),
    thinksIn: [],
    stopsIn: ["messages", "chat"],
  },
  {
    name: "perplexity",
    model: "perplexity/sonar",
    ...saysOf,
    system: ({ instructions, input }) => instructions ?? instructionsIn(input),
    thinksIn: ["responses", "messages", "chat"],
    stopsIn: [],
  },
  {
    name: "local",
    model: "local/echo",
    says: (prompt) => prompt,
    saysOfTools: (results) => `The tool answered: ${results.join("\n")}`,
    inProcess: true,
    system: () => undefined,
    thinksIn: [],
    stopsIn: ["messages", "chat"],
  },
];

/** Those that are called over HTTP. */
export const remoteUpstreams = upstreams.filter(({ inProcess }) => !inProcess);

export function bodyOf(request: RecordedRequest | undefined): Body {
  return (request?.body ?? {}) as Body;
}
