import { afterEach, describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import { HttpError } from "#server/errors.ts";
import { apply } from "#server/guardrails/apply.ts";
import { filterSlowly } from "#server/guardrails/output-filter.ts";
import { customFilter } from "#server/guardrails/patterns/custom.ts";
import { openEngine } from "#server/guardrails/patterns/engine.ts";
import { setPatternLimits } from "#server/guardrails/patterns/limits.ts";
import { findElsewhere } from "#server/guardrails/patterns/pool.ts";
import { rejectInvalidPatterns } from "#server/guardrails/patterns/reject-invalid-patterns.ts";
import { rustSyntax } from "#server/guardrails/patterns/rust-syntax.ts";
import { createPlaceholders } from "#server/guardrails/placeholders.ts";
import { createPacer } from "#server/guardrails/stream/pacer.ts";
import { createStreamFilter } from "#server/guardrails/stream.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { Stopper } from "#server/stop-signal.ts";
import { guardOf } from "#tests/guardrails/effective.ts";

const hostile = Array.from({ length: 10 }, (_, index) => `[a-q][^u-z]{${900 + index}}x`);

/** A hostile text must first match a word, or fill a Unicode class. */
const costlyLater = ["token: \\d{6}.*[a-q][^u-z]{300}x", "eye[a-z]{2,260}!", "\\p{L}{67,}!", "(\\p{L}|\\d){50,120}y"];

describe("a pattern is rejected when it is saved", () => {
  test.each([...hostile, "[a-q][^u-z]{300}x", "(?:a?){300}b", "eye[a-z]{2,900}!", ...costlyLater])(
    "if its cost is too high: %s",
    async (pattern) => {
      const save = rejectInvalidPatterns([{ pattern }]);
      await expect(save).rejects.toThrow(HttpError);
      await expect(save).rejects.toThrow(/content_filters\[0\]\.pattern: The pattern is too slow/);
    },
  );

  test("patterns that are too slow in total are rejected, naming the first one over the limit", async () => {
    const filters = Array.from({ length: 20 }, (_, index) => ({ pattern: `[a-q][a-z]{${200 + index}}x` }));
    await expect(rejectInvalidPatterns(filters)).rejects.toThrow(/content_filters\[\d+\]\.pattern: .*of 2048/);
  });

  test("ordinary patterns are accepted", async () => {
    const patterns = [
      "sk-[a-z0-9]{16,}",
      "[A-Za-z0-9+/]{40}",
      "\\b[A-F0-9]{64}\\b",
      "(?i)begin.{0,80}end",
      "\\p{L}{2,30}-\\d+",
    ];
    await rejectInvalidPatterns(patterns.map((pattern) => ({ pattern })));
  });
});

const patterns = [
  ...[
    "\\b[A-Z]{3}-\\d{4}\\b",
    "sk-[a-z0-9]{4,}",
    "(?i)secret|internal only",
    "[\\w.+-]+@[\\w-]+\\.[\\w.]+",
    "\\d+",
    "\\S+x",
  ],
  ...[
    "[^\\s\\d]{3}",
    "a{2,}?b",
    "(?s)begin.*?end",
    "(?m)^line$",
    "[[:alpha:]]{5}",
    "[]x]y",
    "\\Qa.b*\\E",
    "x{,3}",
    "\\x{e9}.",
  ],
  ...[
    "[\\p{Lu}&~[]{2}",
    "\\pL\\d",
    "(?P<n>é+)",
    "\\$[0-9,]+\\.\\d\\d",
    "[a\\]\\-]{2}",
    "(?U)a+b",
    "foo$|ba+r",
    "😀.",
    "\\/\\-\\<",
  ],
];
const texts = [
  "Ticket ABC-1234, ABCD-1234 and sk-abcd1234; Secret: a@b.co, née é! aaab 2,000.50 $1,000.25",
  "begin x\ny end begin end\nline\nlined []xy a.b*a.bb x{,3} [~&AB] a]-a 😀x /-< baaar foo",
  "٣٤ ünïcode İSTANBUL ſecret K 😀😀 \ud800 lone, école. ABC-12345 ABC-1234é",
];

test("the engines for long and short texts find the same", () => {
  const engine = openEngine(
    patterns,
    patterns.map(() => 1),
  );
  for (const text of texts) {
    const wanted = patterns.flatMap((pattern, number) =>
      customFilter("x", pattern)
        .find(text)
        .flatMap(({ start, end }) => [number, start, end]),
    );
    expect(engine.find(text)).toEqual(wanted);
  }
  expect(patterns.filter((pattern) => rustSyntax(pattern) === undefined)).toEqual([]);
  expect(["\\Bx", "\\C", "\\07"].map(rustSyntax)).toEqual([undefined, undefined, undefined]);
});

function redacting(all: readonly string[]) {
  return guardOf({ contentFilters: all.map((pattern) => ({ pattern, action: "redact" })) });
}

afterEach(() => setPatternLimits({ deadlineMs: 2_000, outcome: "block" }));

const long = "ordinary words and key sk-abcd1234 again ".repeat(20_000);

describe("expensive work on another thread", () => {
  test("gives the same result", async () => {
    const guard = redacting(["sk-[a-z0-9]{4,}", "(?i)ORDINARY"]);
    const rules = guard.effective.output;
    const { text } = await filterSlowly(guard, { form: "plain", isReasoning: false }, long, createPacer());
    expect(text).toBe(apply(rules, long, createPlaceholders()).text);
  }, 30_000);

  test("stops at its deadline while other requests are served", async () => {
    const slow = { sources: slowPatterns, sizes: slowPatterns.map(() => 5000), texts: [slowText] };
    const startMs = performance.now();
    const searches = Array.from({ length: 4 }, () => findElsewhere(slow, 400));
    const other = await findElsewhere({ sources: ["sk-[a-z]+"], sizes: [10], texts: ["a sk-b"] }, 2_000);
    expect([...(other?.[0] ?? [])]).toEqual([0, 2, 6]);
    expect(await Promise.all(searches)).toEqual([undefined, undefined, undefined, undefined]);
    expect(performance.now() - startMs).toBeLessThan(30_000);
  }, 60_000);

  test("stops when its caller disconnects", async () => {
    const stopper = new Stopper();
    const slow = { sources: slowPatterns, sizes: slowPatterns.map(() => 5000), texts: [slowText] };
    const search = findElsewhere(slow, 60_000, stopper);
    setTimeout(() => stopper.abort(), 300);
    expect(await search).toBeUndefined();
  }, 30_000);
});

/** Accepted, but slow on any engine: many positions stay possible, and no character rules out a match. */
const slowPatterns = Array.from({ length: 40 }, (_, index) => `(\\p{L}|\\d){${50 + index},120}y!?`);
const slowText = "abcdefghijklmnopqrstxy".repeat(20_000);

describe("a request whose patterns exceed their deadline", () => {
  const guard = () => redacting(slowPatterns);
  const body = { messages: [{ role: "user", content: slowText }] };

  test("is blocked, and the error says so", async () => {
    setPatternLimits({ deadlineMs: 200, outcome: "block" });
    const { refusal } = await guardRequest(chat, body, guard().effective);
    expect(refusal?.status).toBe(403);
    expect(refusal?.message).toContain("custom patterns did not finish in 200 ms");
  }, 30_000);

  test("continues with its other rules if PATTERN_DEADLINE_OUTCOME is report", async () => {
    setPatternLimits({ deadlineMs: 200, outcome: "report" });
    const result = await guardRequest(chat, body, guard().effective);
    expect(result.refusal).toBeUndefined();
    expect(result.guard?.findings.list()).toMatchObject([{ rule: "pattern-deadline", action: "flag" }]);
  }, 30_000);

  test("ends a stream", () => {
    setPatternLimits({ deadlineMs: 50, outcome: "block" });
    const filter = createStreamFilter(guard().effective.output, createPlaceholders());
    let released = filter.push("");
    for (let at = 0; at < 40_000 && released.verdict !== "blocked"; at += 200)
      released = filter.push(slowText.slice(at, at + 200));
    expect(released.verdict).toBe("blocked");
    expect(released.matches.map(({ rule }) => rule.id)).toEqual(["pattern-deadline"]);
  }, 30_000);
});
