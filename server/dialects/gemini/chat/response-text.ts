import { isRecord } from "#lib/is-record.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, ResponseText, ResponseTextReader } from "#server/dialects/dialect.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";

/** Reads the texts of completions and their chunks, with the code that Google ran as calls of a tool. */
export const responseText: ResponseTextReader = {
  reply: (response) => [...chat.responseText.reply(response), ...recordsOf(response.choices).flatMap(codeIn)],
  event: (event) => [...chat.responseText.event(event), ...recordsOf(event.choices).flatMap(codeIn)],
};

function codeIn({ index, delta, message }: Body): ResponseText[] {
  const said = [delta, message].find(isRecord) ?? {};
  return recordsOf(said.google_parts).flatMap(({ executableCode: run }) => {
    const code = isRecord(run) ? textOf(run.code) : undefined;
    return code ? [{ channel: `${index} code`, kind: "tool_call" as const, name: "code_execution", text: code }] : [];
  });
}
