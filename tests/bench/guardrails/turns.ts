import { guardrailRules } from "#lib/guardrail-rules.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { compileGuardrail, type StoredGuardrail } from "#server/guardrails/compile.ts";
import { createGuard } from "#server/guardrails/guard.ts";
import { mergeGuardrails } from "#server/guardrails/merge.ts";
import { guardResponse } from "#server/pipeline/guard/guard-output.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { createStreamGuard } from "#server/pipeline/guard/guard-stream.ts";
import { hostileTexts } from "#tests/guardrails/hostile.ts";
import { attempt, responseWith } from "./chat-response.ts";
import { ordinaryText } from "./speed.ts";
import { measureTurns, type TurnTimes } from "./turn-times.ts";

/** The hostile texts that take longest. */
const SLOWEST = ["Chinese", "card groups", "digits and separators", "handles", "house numbers"];

const MEGABYTE = 1_000_000;

/** Measures how long a megabyte takes with all rules, and the longest turn of the event loop. */
export async function measureLongestTurns(): Promise<Record<string, TurnTimes>> {
  const text = ordinaryText(MEGABYTE, 1);
  const all = guardrailOf([]);
  const patterns = ["(?s)a.*b", "(?i)(secret|confidential)\\s+\\w+", "[a-z]{1,500}x"];
  const args = JSON.stringify({ rows: text.match(/.{1,200}/gs) });
  const hostile = Object.entries(hostileTexts(MEGABYTE)).filter(([name]) => SLOWEST.includes(name));
  const kinds: [string, () => unknown][] = [
    ["request, one text", () => guardRequest(chat, bodyWithPrompt(text), all)],
    ["request, 5,000 texts", () => guardRequest(chat, { messages: messagesOf(text, 200) }, all)],
    ["request, tool arguments", () => guardRequest(chat, bodyWithCall(args), all)],
    ["whole answer", () => guardResponse({ dialect: chat, guard: createGuard(all) }, attempt(), responseWith(text))],
    ["stream, one event", () => streamThrough(all, [chunkWith(text)])],
    ["stream, events of 64 kB", () => streamThrough(all, (text.match(/.{1,65536}/gs) ?? []).map(chunkWith))],
    ...patterns.map((pattern): [string, () => unknown] => [
      `request with ${pattern}`,
      () => guardRequest(chat, bodyWithPrompt(text), guardrailOf([pattern])),
    ]),
    ...hostile.map(([name, one]): [string, () => unknown] => [
      `request, ${name}`,
      () => guardRequest(chat, bodyWithPrompt(one), all),
    ]),
  ];
  const times: Record<string, TurnTimes> = {};
  for (const [name, run] of kinds) times[name] = await measureTurns(run);
  return times;
}

function guardrailOf(patterns: readonly string[]) {
  const builtins = guardrailRules.map(({ slug }) => ({ slug, action: "redact", applies_to: "both" }));
  const contentFilters = patterns.map((pattern) => ({ pattern, action: "redact" }));
  const stored = { id: "bench", name: "Bench", contentFilterBuiltins: builtins, contentFilters } as unknown;
  return mergeGuardrails([{ scope: "key", guardrail: compileGuardrail(stored as StoredGuardrail) }]);
}

const bodyWithPrompt = (content: string): Body => ({ messages: [{ role: "user", content }] });
const chunkWith = (content: string): Body => ({ choices: [{ index: 0, delta: { content } }] });

function messagesOf(text: string, length: number): Body[] {
  const pieces = text.match(new RegExp(`.{1,${length}}`, "gs")) ?? [];
  return pieces.map((content) => ({ role: "user", content }));
}

function bodyWithCall(args: string): Body {
  const call = { id: "call_1", type: "function", function: { name: "f", arguments: args } };
  return { messages: [{ role: "assistant", content: null, tool_calls: [call] }] };
}

async function streamThrough(all: ReturnType<typeof guardrailOf>, events: readonly Body[]): Promise<void> {
  const guard = createStreamGuard(chat, createGuard(all), () => []);
  for (const data of events) {
    await guard?.passSlowly({ data });
    await new Promise((done) => setImmediate(done));
  }
  guard?.pass({ data: "[DONE]" });
}
