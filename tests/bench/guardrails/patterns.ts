import { chat } from "#server/dialects/chat/chat.ts";
import { compileGuardrail, type StoredGuardrail } from "#server/guardrails/compile.ts";
import { createGuard } from "#server/guardrails/guard.ts";
import { mergeGuardrails } from "#server/guardrails/merge.ts";
import { rejectInvalidPatterns } from "#server/guardrails/patterns/reject-invalid-patterns.ts";
import { guardResponse } from "#server/pipeline/guard/guard-output.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { createStreamGuard } from "#server/pipeline/guard/guard-stream.ts";
import { attempt, responseWith } from "./chat-response.ts";
import { ordinaryText } from "./speed.ts";
import { measureTurns, type TurnTimes } from "./turn-times.ts";

const MEGABYTE = 1_000_000;

const ordinary = [
  "\\bTICKET-N-\\d{4,8}\\b",
  "sk-N[a-z0-9]{16,}",
  "(?i)project (?:falcon|heron) N",
  "\\b[A-F0-9]{32}N\\b",
  "(?i)internal only.{0,80}N",
];

/**
 * Fifty patterns of each kind. Those of the last kind can no longer be saved, but may have been before there was a
 * limit.
 */
const kinds: Record<string, readonly string[]> = {
  ordinary: makeFifty((index) => ordinary[index % ordinary.length]?.replace("N", String(index)) ?? ""),
  "costly, as far as they can be saved": makeFifty((index) => `[a-q][^u-z]{${20 + (index % 16)}}x`),
  hostile: makeFifty((index) => `[a-q][^u-z]{${900 + index}}x`),
};

function makeFifty(patternOf: (index: number) => string): string[] {
  return Array.from({ length: 50 }, (_, index) => patternOf(index));
}

/** Measures how long a megabyte takes with fifty patterns, and the longest turn of the event loop. */
export async function measurePatterns(): Promise<Record<string, TurnTimes>> {
  const texts = { "plain text": ordinaryText(MEGABYTE, 1), "text made for them": hostileText(MEGABYTE) };
  const times: Record<string, TurnTimes> = {};
  for (const [kind, patterns] of Object.entries(kinds)) {
    if (kind !== "hostile") await rejectInvalidPatterns(patterns.map((pattern) => ({ pattern })));
    const effective = guardrailOf(patterns);
    for (const [name, text] of Object.entries(texts)) {
      const runs: [string, () => unknown][] = [
        ["request", () => guardRequest(chat, { messages: [{ role: "user", content: text }] }, effective)],
        [
          "answer",
          () =>
            ignoreRejection(
              guardResponse({ dialect: chat, guard: createGuard(effective) }, attempt(), responseWith(text)),
            ),
        ],
        ["stream, events of 1 kB", () => streamThrough(effective, text)],
      ];
      for (const [place, run] of runs) times[`${kind}: ${place}, ${name}`] = await measureTurns(run);
    }
  }
  return times;
}

function guardrailOf(patterns: readonly string[]) {
  const contentFilters = patterns.map((pattern) => ({ pattern, action: "redact" }));
  const stored = { id: "bench", name: "Bench", contentFilters } as unknown;
  return mergeGuardrails([{ scope: "key", guardrail: compileGuardrail(stored as StoredGuardrail) }]);
}

/** Returns pseudorandom letters, including those with which the patterns end; the same each time. */
function hostileText(length: number): string {
  const letters = "abcdefghijklmnopqrstxy -";
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    return letters[(seed >> 8) % letters.length];
  }).join("");
}

/** Resolves when a run ends, even if it is rejected. */
function ignoreRejection(run: Promise<void> | undefined): Promise<unknown> {
  return Promise.resolve(run).catch(() => undefined);
}

async function streamThrough(effective: ReturnType<typeof guardrailOf>, text: string): Promise<void> {
  const guard = createStreamGuard(chat, createGuard(effective), () => []);
  for (const content of text.match(/.{1,1024}/gs) ?? []) {
    const event = { data: { choices: [{ index: 0, delta: { content } }] } };
    if (guard && content.length > guard.longestAtOnce) await guard.passSlowly(event);
    else guard?.pass(event);
    if (guard?.isBlocked()) return;
    await new Promise((done) => setImmediate(done));
  }
  guard?.pass({ data: "[DONE]" });
}
