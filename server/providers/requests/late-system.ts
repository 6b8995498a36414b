/** `tool`: the results of calls, which come directly after them. */
type Role = "system" | "user" | "assistant" | "tool";

/** Where a message ends up. `as`: what a system message is sent as. */
export type Placed<Message> = { message: Message; at: number; as?: "system" | "user"; hasMoved?: true };

/**
 * Places the system messages that come after other messages. A model that takes them (`areTaken`) does so directly after
 * what the user said and before its own response: they move behind the rest of what the user says there. Any other
 * system message is sent as the user's, after the results of calls.
 * (https://platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages)
 */
export function placeLateSystem<Message>(
  messages: readonly Message[],
  roleOf: (message: Message) => Role,
  areTaken: boolean,
): Placed<Message>[] {
  const placed: Placed<Message>[] = [];
  let waiting: Placed<Message>[] = [];
  const place = () => {
    const before = placed.at(-1);
    const isAfterUser = before !== undefined && roleOf(before.message) !== "assistant";
    for (const one of waiting) {
      const hasMoved = before !== undefined && before.at > one.at;
      const as = areTaken && isAfterUser ? "system" : "user";
      placed.push({ ...one, as, ...(hasMoved && { hasMoved }) });
    }
    waiting = [];
  };
  for (const [at, message] of messages.entries()) {
    const role = roleOf(message);
    if (role === "system") {
      waiting.push({ message, at });
      continue;
    }
    const isAwaited = role === "tool" || (role === "user" && areTaken);
    if (!isAwaited) place();
    placed.push({ message, at });
  }
  place();
  return placed;
}
