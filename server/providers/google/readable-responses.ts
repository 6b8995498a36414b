import { isRecord } from "#lib/is-record.ts";
import { mayHoldLongNumbers, parseJsonText } from "#server/json/shallow-json.ts";
import { block, list, tryParse } from "../exchange/json.ts";
import type { Usage } from "../usage/usage.ts";
import { changeEvents } from "../wire/filter-events.ts";
import { withReadableCounts } from "../wire/readable-counts.ts";
import { firstCandidateOnly } from "./further-candidates.ts";
import { groundingReader } from "./grounding.ts";
import { withDefaults } from "./omitted-defaults.ts";

/**
 * Returns a fetch whose streams the SDK package can read. Tool arguments become JSON text where parsing would change a
 * number, because the package passes text through unchanged. Invalid counts, on which the package would fail, are
 * dropped, fields that Google omits are filled in, and further candidates are set aside. `used` gets searches, which no usage block counts.
 */
export function readableResponses(send: typeof fetch, used: (usage: Usage) => void): typeof fetch {
  return changeEvents(send, () => {
    const readGrounding = groundingReader(used);
    return (data) => {
      readGrounding(data);
      return firstCandidateOnly(exactData(data));
    };
  });
}

function exactData(sent: string): string {
  const data = withDefaults(withReadableCounts(sent));
  if (!data.includes('"functionCall"') || !mayHoldLongNumbers(data)) return data;
  const event = block(tryParse(data, parseJsonText));
  const calls = list(event.candidates)
    .flatMap((candidate) => list(block(block(candidate).content).parts))
    .map((part) => block(block(part).functionCall))
    .filter(({ args }) => isRecord(args));
  for (const call of calls) call.args = JSON.stringify(call.args);
  return calls.length > 0 ? JSON.stringify(event) : data;
}
