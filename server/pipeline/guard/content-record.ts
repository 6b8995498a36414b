import type { z } from "zod";
import type { GenerationContent } from "#lib/contract/generation-content.ts";
import type { ContentRow } from "#server/data/generation-contents.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import type { TranscriptEntry } from "../streaming/transcript.ts";
import type { StoredError, StoredInput, StoredOutput } from "./stored-content.ts";

type Wire = z.output<typeof GenerationContent>;

/** Converts stored content to its API record. */
export function contentRecord(row: ContentRow): Wire {
  const { input, output } = parseContent(row);
  const error = row.error === null ? undefined : (JSON.parse(row.error) as StoredError);
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    dialect: row.dialect as Wire["dialect"],
    input: inputRecord(row.dialect, input),
    output: outputRecord(output?.texts ?? []),
    error: error ? errorRecord(error) : null,
    request: input?.body ?? null,
    input_withheld: input === undefined,
    input_cut: input?.cut ?? false,
    output_cut: output?.cut ?? false,
    size_bytes: Buffer.byteLength((row.input ?? "") + (row.output ?? "")),
  };
}

/** Parses the stored request and response. */
export function parseContent({ input, output }: Pick<ContentRow, "input" | "output">) {
  return {
    input: input === null ? undefined : (parseJsonText(input) as StoredInput),
    output: output === null ? undefined : (JSON.parse(output) as StoredOutput),
  };
}

function inputRecord(dialect: string, input: StoredInput | undefined): Wire["input"] {
  if (!input) return { messages: [] };
  const { body, text } = input;
  if (!body) return { prompt: text ?? "" };
  if (dialect === "completions") return { prompt: [body.prompt, body.suffix ?? []].flat().join("\n\n") };
  const turns = dialect === "responses" ? body.input : body.messages;
  const system = dialect === "responses" ? body.instructions : dialect === "messages" ? body.system : undefined;
  if (typeof turns === "string" && !system) return { prompt: turns };
  const messages = typeof turns === "string" ? [{ role: "user", content: turns }] : listOf(turns);
  return { messages: system ? [{ role: "system", content: system } satisfies Body, ...messages] : messages };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function outputRecord(texts: readonly TranscriptEntry[]): Wire["output"] {
  const joined = (kind: TranscriptEntry["kind"]) => {
    const ofKind = texts.filter((one) => one.kind === kind);
    return ofKind.length > 0 ? ofKind.map(({ text }) => text).join("\n\n") : null;
  };
  return {
    completion: joined("text"),
    reasoning: joined("reasoning"),
    tool_calls: texts.flatMap(({ kind, name, text }) =>
      kind === "tool_call" ? [{ name: name ?? "", arguments: text }] : [],
    ),
  };
}

function errorRecord({ message, status, provider, raw, previous }: StoredError): NonNullable<Wire["error"]> {
  return {
    message,
    status,
    provider_name: provider,
    raw,
    previous_errors: previous.map((one) => ({
      code: one.status,
      message: one.message,
      provider_name: one.provider,
      raw: null,
    })),
  };
}
