import { isRecord } from "#lib/is-record.ts";
import type { OutputTextFinder } from "../dialect.ts";
import { finishOf } from "../finish-reason.ts";
import { outputTextAt, PLAIN, pieceAt } from "../output-text.ts";
import { recordsOf } from "../read-field.ts";

/** Finds the texts of completions and their chunks. */
export const outputTexts: OutputTextFinder = {
  reply: (response) => recordsOf(response.choices).flatMap((choice) => outputTextAt(choice, "text", PLAIN)),
  event(event) {
    const { choices, usage: _, ...head } = event;
    return recordsOf(choices).flatMap((choice) =>
      pieceAt(choice, "text", PLAIN, {
        channel: `${choice.index} text`,
        isAll: false,
        event: (text) => ({
          data: { ...head, choices: [{ index: choice.index, text, finish_reason: null, logprobs: null }] },
        }),
      }),
    );
  },
  ends: (event, channel) =>
    recordsOf(event.choices).some(
      ({ index, finish_reason }) => finishOf(finish_reason) !== undefined && channel === `${index} text`,
    ),
  dropTokens(body) {
    const telling = recordsOf(body.choices).filter(({ logprobs }) => isRecord(logprobs));
    for (const choice of telling) choice.logprobs = null;
    return telling.length > 0;
  },
};
