import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import { type DialectName, looksFinished, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });
const keyFor = guardedKeys(gateway);

const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5", "openai/gpt-oss-120b", "google/gemini-2.5-flash"];
const PAIRS = DIALECTS.flatMap((dialect) => MODELS.map((model): [DialectName, string] => [dialect, model]));

// Every form of event stream that the WHATWG standard allows; pieces of one byte split CR from LF.
const FAULTS: [string, Fault][] = [
  ["in CR", { lineEnds: ["\r"] }],
  ["in CR, byte by byte", { lineEnds: ["\r"], splitBytes: 1 }],
  ["in CR LF, byte by byte", { lineEnds: ["\r\n"], splitBytes: 1 }],
  ["in CR and CR LF, three bytes at a time", { lineEnds: ["\r", "\r\n"], splitBytes: 3 }],
  ["in LF and CR LF", { lineEnds: ["\n", "\r\n"] }],
  ["in LF, after a byte order mark", { lineEnds: ["\n"], byteOrderMark: true }],
  ["in CR, after a byte order mark, byte by byte", { lineEnds: ["\r"], byteOrderMark: true, splitBytes: 1 }],
];

describe.each(PAIRS)("%s of %s", (dialect, model) => {
  const ask = saying(dialect, model, "Hello ä€😀", { max_tokens: 300 });

  test.each(FAULTS)("reads a stream with line endings %s", async (_, fault) => {
    upstream.script({ fault });
    const { status, text, events, headers } = await streamOf(gateway, dialect, ask);
    expect(status, text).toBe(200);
    expect(textIn(events)).toBe("You said: Hello ä€😀");
    expect(looksFinished(dialect, events), text).toBe(true);
    expect(await recordOf(gateway, headers)).toMatchObject({ status: 200, usage_estimated: false });
    const whole = await post(gateway, dialect, ask);
    expect([whole.status, textOf(JSON.parse(whole.text))]).toEqual([200, "You said: Hello ä€😀"]);
  });

  test("is also read by guardrails", async () => {
    upstream.script({ fault: { lineEnds: ["\r"], splitBytes: 7 }, answer: { text: `Write to ${EMAIL} today` } });
    const key = await keyFor(emailRule("redact"));
    const { text, events } = await streamOf(gateway, dialect, ask, { key });
    expect(textIn(events), text).toMatch(/^Write to \[EMAIL.*\] today$/);
    expect(text).not.toContain(EMAIL);
  });
});
