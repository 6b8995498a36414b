import type { z } from "zod";
import type { backtestGuardrail, testGuardrail } from "#lib/contract/guardrail-tests.ts";
import { isRecord } from "#lib/is-record.ts";
import { cleaned, type GuardrailFields } from "../editor/guardrail-fields.ts";
import type { Trial } from "./trial.ts";

export type TestBody = z.input<typeof testGuardrail.body>;
export type BacktestBody = z.input<typeof backtestGuardrail.body>;

/** What is tried: the guardrail as it is edited, alone or among all that holds for a key. */
export function whatIsTried(id: string, draft: GuardrailFields, keyHash: string | undefined) {
  const { content_filter_builtins, content_filters, shadow, restore_placeholders } = cleaned(draft);
  // A pattern that is not written yet would refuse the whole test.
  const patterns = (content_filters ?? []).filter(({ pattern }) => pattern !== "");
  return {
    guardrail_id: id,
    ...(keyHash && { key_hash: keyHash }),
    draft: { content_filter_builtins, content_filters: patterns, shadow, restore_placeholders },
  };
}

/** The test of a trial; undefined when there is nothing to test, "not JSON" when a request cannot be read. */
export function testBody(id: string, draft: GuardrailFields, trial: Trial): TestBody | "not JSON" | undefined {
  const tried = whatIsTried(id, draft, trial.keyHash);
  if (trial.kind === "text") {
    return trial.text === "" ? undefined : { ...tried, direction: trial.direction, text: trial.text };
  }
  if (trial.kind !== "request" || trial.request.trim() === "") return undefined;
  const body = readObject(trial.request);
  return body ? { ...tried, dialect: trial.dialect, body } : "not JSON";
}

/** Lines of a file as the backtest takes them: JSON stays as it is, plain text becomes JSON strings. */
export function linesToTest(text: string): string {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.map((line) => (isTextInJson(line) ? line : JSON.stringify(line))).join("\n");
}

function isTextInJson(line: string): boolean {
  const value = parse(line);
  return typeof value === "string" || (isRecord(value) && typeof value.text === "string");
}

function readObject(text: string): Record<string, unknown> | undefined {
  const value = parse(text);
  return isRecord(value) ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
