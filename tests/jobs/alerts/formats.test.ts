import { expect, test } from "vitest";
import { slackMessage } from "#server/jobs/alerts/formats/slack-message.ts";
import { teamsMessage } from "#server/jobs/alerts/formats/teams-message.ts";
import type { AlertNotice } from "#server/jobs/alerts/notice.ts";

const notice: AlertNotice = {
  event: "opened",
  workspaceId: "w",
  workspaceName: "R&D",
  title: "Alert: Spend <https://evil.example|click>",
  text: "R&D has spent $5.00 *today*.",
  url: "https://switchboard.example/w/rd/alerts?alert=1",
  alert: {
    id: "1",
    rule_id: "2",
    rule_name: "Spend",
    kind: "spend_threshold",
    subject: "workspace",
    subject_name: "R&D",
    message: "",
    numbers: {},
    opened_at: "2026-11-25T00:00:00Z",
    resolved_at: null,
  },
};

test("a Slack message has blocks and a text, and names cannot add links or mentions", () => {
  const { text, blocks } = slackMessage(notice);
  expect(text).toBe("Alert: Spend &lt;https://evil.example|click&gt;: R&amp;D has spent $5.00 *today*.");
  expect(blocks).toEqual([
    { type: "section", text: { type: "mrkdwn", text: expect.stringContaining("&lt;https://evil.example|click&gt;") } },
    {
      type: "context",
      elements: [
        { type: "mrkdwn", text: expect.stringContaining("<https://switchboard.example/w/rd/alerts?alert=1|") },
      ],
    },
  ]);
});

test("a Slack section stays within its limit", () => {
  const [section] = slackMessage({ ...notice, text: "a".repeat(9000) }).blocks;
  expect(section && "text" in section && section.text?.text.length).toBe(3000);
});

test("a Teams message is one Adaptive Card with its link, and names cannot add Markdown", () => {
  const { type, attachments } = teamsMessage(notice);
  expect(type).toBe("message");
  expect(attachments).toEqual([
    {
      contentType: "application/vnd.microsoft.card.adaptive",
      contentUrl: null,
      content: expect.objectContaining({ type: "AdaptiveCard", version: "1.4" }),
    },
  ]);
  const [card] = attachments;
  expect(card?.content.body[1]?.text).toBe("R&D has spent $5.00 \\*today\\*.");
  expect(card?.content.actions).toEqual([{ type: "Action.OpenUrl", title: "Open in Switchboard", url: notice.url }]);
});
