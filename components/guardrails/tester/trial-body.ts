import type { z } from "zod";
import type { backtestGuardrail, testGuardrail } from "#lib/contract/guardrail-tests.ts";
import { isRecord } from "#lib/is-record.ts";
import { cleanFields, type GuardrailFields } from "../editor/guardrail-fields.ts";
import type { Trial } from "./trial.ts";

export type TestBody = z.input<typeof testGuardrail.body>;
export type BacktestBody = z.input<typeof backtestGuardrail.body>;

/** Returns what to test: the edited guardrail, alone or together with everything that applies to a key. */
export function selectGuardrail(id: string, draft: GuardrailFields, keyHash: string | undefined) {
  const { content_filter_builtins, content_filters, shadow, restore_placeholders } = cleanFields(draft);
  // An empty pattern would make the whole test fail.
  const patterns = (content_filters ?? []).filter(({ pattern }) => pattern !== "");
  return {
    guardrail_id: id,
    ...(keyHash && { key_hash: keyHash }),
    draft: { content_filter_builtins, content_filters: patterns, shadow, restore_placeholders },
  };
}

/** Returns the body of a test; undefined if there is nothing to test, "not JSON" if the request is invalid. */
export function testBody(id: string, draft: GuardrailFields, trial: Trial): TestBody | "not JSON" | undefined {
  const guardrail = selectGuardrail(id, draft, trial.keyHash);
  if (trial.kind === "text") {
    return trial.text === "" ? undefined : { ...guardrail, direction: trial.direction, text: trial.text };
  }
  if (trial.kind !== "request" || trial.request.trim() === "") return undefined;
  const body = readObject(trial.request);
  return body ? { ...guardrail, dialect: trial.dialect, body } : "not JSON";
}

/** Converts lines of a file for the backtest: JSON is unchanged, plain text becomes JSON strings. */
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
