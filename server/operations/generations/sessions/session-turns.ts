import type { z } from "zod";
import type { SessionTurn } from "#lib/contract/generation-sessions.ts";
import { type ContentRow, findContents } from "#server/data/generation-contents.ts";
import type { ListedGeneration } from "#server/data/generation-list.ts";
import type { Gateway } from "#server/gateway.ts";
import { contentRecord } from "#server/pipeline/guard/content-record.ts";
import type { KeyNames } from "../key-names.ts";
import { summaryRecord } from "../summary-record.ts";
import { type Conversation, changesOf, shortText } from "./turn-changes.ts";

type Turn = z.output<typeof SessionTurn>;

/** How many earlier requests each request is compared with. */
export const COMPARED = 8;
/** Contents are up to half a megabyte each, and take milliseconds to read. */
const CONTENTS_AT_ONCE = 5;

type Rows = {
  workspaceId: string;
  keys: KeyNames;
  /** The rows before the first turn. Rows are oldest first. */
  earlier: readonly ListedGeneration[];
  turns: readonly ListedGeneration[];
};

/** Returns the requests of a session, each with what it adds to an earlier one, as far as their content is stored. */
export async function sessionTurns(gateway: Gateway, { workspaceId, keys, earlier, turns }: Rows): Promise<Turn[]> {
  const all = [...earlier, ...turns];
  let conversations: Conversation[] = [];
  const read: Turn[] = [];
  for (let at = 0; at < all.length; at += CONTENTS_AT_ONCE) {
    const part = all.slice(at, at + CONTENTS_AT_ONCE);
    const stored = await findContents(gateway.database.queries, workspaceId, part);
    const byId = new Map(stored.map((row) => [row.id, row]));
    for (const row of part) {
      const sealed = byId.get(row.id);
      const content = sealed && gateway.contents.open(sealed);
      const conversation = content && conversationOf(content);
      const changes = conversation ? changesOf(conversation, conversations) : null;
      if (conversation) conversations = [...conversations, conversation].slice(-COMPARED);
      const generation = summaryRecord(row, keys);
      read.push({
        generation,
        has_content: content !== undefined,
        changes,
        output: content ? outputOf(content) : null,
      });
    }
  }
  return read.slice(earlier.length);
}

/** Returns undefined if the request is withheld, or if only the start of its JSON is stored. */
function conversationOf(content: ContentRow): Conversation | undefined {
  const { id, input, request } = contentRecord(content);
  if (request === null) return undefined;
  return { id, messages: "prompt" in input ? [{ role: "user", content: input.prompt }] : input.messages };
}

function outputOf(content: ContentRow): Turn["output"] {
  if (content.output === null) return null;
  const { completion, tool_calls: calls } = contentRecord(content).output;
  return {
    completion: completion === null ? null : shortText(completion),
    tool_calls: calls.map((call) => ({ name: call.name, arguments: shortText(call.arguments) })),
  };
}
