import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { describeWarning } from "#server/pipeline/converted/describe-warning.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";

// A setting that a model does not support is named as the caller wrote it, in the record and in the header.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const THINKING = "dropped (not supported with thinking)";

test.each<[string, DialectName, string, Body, string[]]>([
  [
    "alongside the temperature",
    "chat",
    CLAUDE,
    { temperature: 0.4, top_p: 0.4 },
    ["top_p: dropped (not supported together with temperature)"],
  ],
  ["above the maximum", "responses", CLAUDE, { temperature: 1.7 }, ["temperature: changed to 1.0"]],
  [
    "with thinking",
    "chat",
    CLAUDE,
    { top_p: 0.4, top_k: 3, reasoning: { effort: "high" }, max_tokens: 5000 },
    [`top_k: ${THINKING}`, `top_p: ${THINKING}`],
  ],
  ["of sampling", "chat", CLAUDE, { frequency_penalty: 0.3, seed: 3 }, ["frequency_penalty: dropped", "seed: dropped"]],
  [
    "of a model that reasons",
    "messages",
    "openai/gpt-5-mini",
    { temperature: 0.4 },
    ["temperature: dropped (not supported by models that reason)"],
  ],
])("a setting %s, in %s", async (_, dialect, model, fields, notes) => {
  const response = await post(gateway, dialect, saying(dialect, model, "Hi", fields));
  expect(response.status, response.text).toBe(200);
  expect((await recordOf(gateway, response.headers)).notes).toEqual(expect.arrayContaining(notes));
  const names = notes.filter((note) => note.includes(": dropped")).map((note) => note.slice(0, note.indexOf(":")));
  const header = response.headers.get("x-dropped") ?? "";
  for (const name of names) expect(header.split(", ")).toContain(name);
});

describe("a warning of a package", () => {
  test.each([
    [
      'Non-OpenAI reasoning parts are not supported. Skipping reasoning part: {"text":"a secret"}.',
      "messages[] (reasoning): dropped",
    ],
    ["Something new is not supported: a secret", "other: Something new is not supported"],
    ["logitBias is not supported for reasoning models", "logit_bias: dropped (not supported by models that reason)"],
  ])("%s quotes nothing", (message, note) => {
    expect(describeWarning({ type: "other", message }, "chat")).toBe(note);
  });

  test("of an adapter of ours gets the caller's name of the field", () => {
    const details = "dropped (a limit of 600 tokens leaves no room for it)";
    expect(describeWarning({ type: "unsupported", feature: "reasoning", details }, "messages")).toBe(
      `thinking: ${details}`,
    );
  });

  test("of an unknown feature keeps what it says", () => {
    const details = "not supported by this model. Value: a secret";
    expect(describeWarning({ type: "unsupported", feature: "tool x", details }, "chat")).toBe(
      "tool x: not supported by this model. Value",
    );
  });
});
