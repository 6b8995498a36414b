import type { AlertNotice } from "../notice.ts";

/** Returns the JSON for a Teams workflow webhook, which accepts Adaptive Cards only. */
export function teamsMessage({ event, title, text, url, workspaceName }: AlertNotice) {
  const color = event === "resolved" ? "Good" : "Attention";
  return {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [
            { type: "TextBlock", text: plain(title), size: "Medium", weight: "Bolder", color, wrap: true },
            { type: "TextBlock", text: plain(text), wrap: true },
            { type: "TextBlock", text: plain(`Workspace ${workspaceName}`), isSubtle: true, wrap: true },
          ],
          actions: url === null ? [] : [{ type: "Action.OpenUrl", title: "Open in Switchboard", url }],
        },
      },
    ],
  };
}

/** Escapes the characters that are Markdown in text blocks. */
function plain(text: string): string {
  return text.replace(/[\\*_[\]()#`~]/g, (sign) => `\\${sign}`);
}
