import { isRecord } from "#lib/is-record.ts";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, OutputText, OutputTextFinder } from "#server/dialects/dialect.ts";
import { outputTextsOf, PLAIN } from "#server/dialects/output-text.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { isTextType } from "#server/dialects/request/inline-files.ts";
import { decodeText } from "#server/dialects/request/text-encoding.ts";
import { dataAt, leavesAt, oddKeysAt } from "#server/dialects/text-slots.ts";

/** Finds the texts of completions and their chunks, also those that only callers in Google's form get. */
export const outputTexts: OutputTextFinder = {
  ...chat.outputTexts,
  reply: (response) => [...chat.outputTexts.reply(response), ...messagesIn(response).flatMap(geminiTexts)],
  event: (event) => [...chat.outputTexts.event(event), ...messagesIn(event).flatMap(geminiTexts)],
  dropTokens(body) {
    const candidates = messagesIn(body).flatMap(({ google }) => (isRecord(google) ? [google.candidate] : []));
    const telling = candidates.filter(isRecord).filter(({ logprobsResult }) => logprobsResult !== undefined);
    for (const candidate of telling) delete candidate.logprobsResult;
    return chat.outputTexts.dropTokens(body) || telling.length > 0;
  },
};

function messagesIn({ choices }: Body): Body[] {
  return recordsOf(choices).map(({ delta, message }) => [delta, message].find(isRecord) ?? {});
}

/** Bytes and signatures are not text. */
const OPAQUE = new Set(["inlineData", "thoughtSignature"]);
/** Only the gateway reads them. */
const OWN = new Set(["layout", "digest"]);

function geminiTexts(message: Body): OutputText[] {
  const { google } = message;
  const said = isRecord(google) ? Object.keys(google).filter((name) => !OWN.has(name)) : [];
  return [
    ...said.flatMap((name) => factTexts(google as Body, name)),
    ...recordsOf(message.google_parts).flatMap(partTexts),
  ];
}

function partTexts(part: Body): OutputText[] {
  const names = Object.keys(part).filter((name) => !OPAQUE.has(name));
  return [...names.flatMap((name) => outputTextsOf(dataAt(part, name, name, "assistant"))), ...fileTexts(part)];
}

/** Returns the text of a text file, such as a table that code wrote. */
function fileTexts({ inlineData: file }: Body): OutputText[] {
  if (!isRecord(file) || typeof file.data !== "string" || !isTextType(file.mimeType)) return [];
  const decoded = decodeText(file.data);
  if (!decoded) return [];
  return [{ ...PLAIN, text: decoded.text, replace: (text) => (file.data = decoded.encode(text)) }];
}

function factTexts(google: Body, name: string): OutputText[] {
  const slots = [
    ...leavesAt(google, name, name, "assistant"),
    ...oddKeysAt(google, name, name, "assistant", new Set()),
  ];
  // The supports of a grounded text repeat its sentences.
  return slots.flatMap((slot) =>
    outputTextsOf([slot]).map((text) => ({ ...text, isEcho: slot.path.includes(".groundingSupports[") })),
  );
}
