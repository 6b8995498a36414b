import type { Rule } from "#tests/support/upstream/rule.ts";
import type { DialectName } from "../calling.ts";
import { EMAIL } from "../guard/guarding.ts";
import * as wires from "./wires.ts";

export const FAMILIES = ["openai", "anthropic", "google", "compatible"] as const;
export type Family = (typeof FAMILIES)[number];

/** How a response ends for its caller: a finish reason of the dialect, or a failure with this status. */
export type Ending = Record<DialectName, string> | { failure: number };

export type State = {
  name: string;
  /** What the upstream does; a family without an entry cannot end this way. `all`: the same for each. */
  upstream: Partial<Record<Family | "all", Rule[]>>;
  ending: Ending;
  /** Set if an upstream of the caller's own dialect uses another finish reason, which passes unchanged. */
  native?: Partial<Record<DialectName, string>>;
  /** With a guardrail that blocks email addresses in responses. */
  isGuarded?: true;
  /** Nothing reaches the caller before the failure, so a stream gets an error status too. */
  isBeforeContent?: true;
  /** Whole responses cannot end like this. */
  isStreamOnly?: true;
};

const words = (responses: string, messages: string, chat: string): Ending => ({ responses, messages, chat });

const STOP = words("completed", "end_turn", "stop");
const LENGTH = words("incomplete: max_output_tokens", "max_tokens", "length");
const FILTER = words("incomplete: content_filter", "refusal", "content_filter");
const PAUSE = words("incomplete: pause_turn", "pause_turn", "length");
const CUT = { failure: 502 };
const OVERLOADED = { failure: 529 };
const all = (rule: Rule): State["upstream"] => ({ all: [rule] });

/** Every ending of a response. */
export const STATES: State[] = [
  { name: "end", upstream: all({}), ending: STOP },
  { name: "length", upstream: all({ answer: { finish: "length" } }), ending: LENGTH },
  {
    name: "stop sequence",
    upstream: { anthropic: [{ answer: { stopSequence: "HALT" } }] },
    ending: STOP,
    native: { messages: "stop_sequence" },
  },
  {
    name: "tool call",
    upstream: all({ answer: { text: "", toolCalls: [{ name: "look", arguments: { at: "Bern" } }], finish: "tool" } }),
    ending: words("completed", "tool_use", "tool_calls"),
  },
  { name: "content filter", upstream: all({ answer: { finish: "filter" } }), ending: FILTER },
  {
    name: "refusal",
    upstream: wires.refusal,
    ending: FILTER,
    // OpenAI sends a refusal as a separate part and ends as usual.
    native: { responses: "completed", chat: "stop" },
  },
  {
    name: "refusal without a reason",
    upstream: { anthropic: [{ reply: wires.refusedByAnthropic({ stop_details: null }) }] },
    ending: FILTER,
  },
  { name: "prompt blocked", upstream: { google: [{ reply: wires.blockedPrompt("SAFETY") }] }, ending: FILTER },
  {
    name: "prompt blocked by Model Armor",
    upstream: { google: [{ reply: wires.blockedPrompt("MODEL_ARMOR") }] },
    ending: FILTER,
  },
  {
    name: "answer blocked by Model Armor",
    upstream: { google: [{ reply: wires.geminiEnd("MODEL_ARMOR") }] },
    ending: FILTER,
  },
  { name: "pause", upstream: { anthropic: [{ answer: { finish: "pause" } }] }, ending: PAUSE },
  {
    name: "pause before any text",
    upstream: { anthropic: [{ reply: wires.pausedAtOnce }] },
    ending: PAUSE,
  },
  {
    name: "blocked in the text",
    upstream: all({ answer: { text: `Write to ${EMAIL} if you can.` } }),
    ending: { failure: 403 },
    isGuarded: true,
  },
  {
    name: "blocked at the end of the text",
    upstream: all({ answer: { text: `So you may write to ${EMAIL}` } }),
    ending: { failure: 403 },
    isGuarded: true,
  },
  {
    name: "nothing to block",
    upstream: all({ answer: { text: "So you may write to Ana" } }),
    ending: STOP,
    isGuarded: true,
  },
  {
    name: "error event",
    upstream: all({
      fault: { errorAfterEvents: 6, alwaysStreams: true },
      answer: { text: "one two three four five six" },
    }),
    ending: OVERLOADED,
  },
  {
    name: "error event first",
    upstream: all({ fault: { errorAfterEvents: 0, alwaysStreams: true } }),
    ending: OVERLOADED,
    isBeforeContent: true,
  },
  { name: "quota error event", upstream: wires.outOfQuota, ending: { failure: 429 }, isBeforeContent: true },
  {
    name: "error as the reason of the end",
    upstream: {
      google: [{ reply: wires.geminiEnd("MALFORMED_FUNCTION_CALL") }],
      compatible: [{ reply: wires.chatEnd("error") }],
    },
    ending: CUT,
  },
  {
    name: "end without the end's event",
    upstream: all({
      fault: { endAfterEvents: 5, alwaysStreams: true },
      answer: { text: "one two three four five six" },
    }),
    ending: CUT,
  },
  {
    name: "connection cut",
    upstream: all({
      fault: { cutAfterEvents: 5, alwaysStreams: true },
      answer: { text: "one two three four five six" },
    }),
    ending: CUT,
  },
  {
    name: "event that is no JSON",
    upstream: all({ fault: { malformedAfterEvents: 5 }, answer: { text: "one two three four five six" } }),
    ending: CUT,
    isStreamOnly: true,
  },
  {
    name: "stall",
    upstream: all({ fault: { stallAfterEvents: 5 }, answer: { text: "one two three four five six" } }),
    ending: { failure: 524 },
    isStreamOnly: true,
  },
];
