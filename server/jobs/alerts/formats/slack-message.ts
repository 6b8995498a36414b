import type { AlertNotice } from "../notice.ts";

/** Slack rejects longer section texts. */
const MAX_TEXT = 3000;

/** Returns the JSON for a Slack incoming webhook: blocks, and `text` for notifications. */
export function slackMessage({ title, text, url, workspaceName }: AlertNotice) {
  const body = `*${escapeText(title)}*\n${escapeText(text)}`.slice(0, MAX_TEXT);
  const link = url === null ? [] : [` · <${url}|Open in Switchboard>`];
  return {
    text: escapeText(`${title}: ${text}`),
    blocks: [
      { type: "section", text: { type: "mrkdwn", text: body } },
      {
        type: "context",
        elements: [{ type: "mrkdwn", text: [`Workspace ${escapeText(workspaceName)}`, ...link].join("") }],
      },
    ],
  };
}

/** These characters start links, mentions and entities in Slack's markup. */
function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
