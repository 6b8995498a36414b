import type { ChannelType } from "#lib/contract/alert-channels.ts";
import type { AlertChannelRow } from "#server/data/alert-channels.ts";
import { findWebhook } from "#server/data/webhooks.ts";
import { type Outcome, sendOnce } from "../destinations/outcome.ts";
import { signedHeaders } from "../signed-headers.ts";
import type { AlertGateway } from "./alert-gateway.ts";
import { sendMail } from "./formats/send-mail.ts";
import { slackMessage } from "./formats/slack-message.ts";
import { teamsMessage } from "./formats/teams-message.ts";
import type { AlertNotice } from "./notice.ts";
import { openChannel } from "./open-channel.ts";

export type SendGateway = Pick<
  AlertGateway,
  "allowedEgress" | "channelVault" | "database" | "environment" | "now" | "webhookSigner"
>;

/** A message for a channel. Its id stays the same for every attempt, so that receivers can recognize duplicates. */
export type ChannelMessage = { id: string; notice: AlertNotice };

/** Sends a message to a channel once. Never throws because of the channel: its failures are in the result. */
export async function sendNotice(
  gateway: SendGateway,
  channel: AlertChannelRow,
  message: ChannelMessage,
  signal: AbortSignal,
): Promise<Outcome> {
  const config = openChannel(gateway.channelVault, channel);
  if (!config) return UNREADABLE;
  if ("to" in config) return sendMail(gateway.environment, config.to, message, signal);
  const parts = { dispatcher: gateway.allowedEgress, signal, nowMs: gateway.now() };
  const { body, headers } = await formatOf(gateway, channel, message);
  return sendOnce({ url: config.url, method: "POST", headers, body }, parts);
}

type Formatted = { body: string; headers: Record<string, string> };

async function formatOf(gateway: SendGateway, channel: AlertChannelRow, message: ChannelMessage): Promise<Formatted> {
  const type = channel.type as Exclude<ChannelType, "email">;
  const json = { "content-type": "application/json" };
  if (type === "slack") return { body: JSON.stringify(slackMessage(message.notice)), headers: json };
  if (type === "teams") return { body: JSON.stringify(teamsMessage(message.notice)), headers: json };
  return signedMessage(gateway, message);
}

/** The JSON of a webhook, signed like the workspace's other webhooks. */
async function signedMessage(gateway: SendGateway, { id, notice }: ChannelMessage): Promise<Formatted> {
  const { event, workspaceId, title, text, url, alert } = notice;
  const body = JSON.stringify({
    type: `alert.${event}`,
    id,
    workspace_id: workspaceId,
    data: { title, text, url, ...alert },
  });
  const { secretVersion } = await findWebhook(gateway.database.queries, workspaceId);
  const { webhookSigner: signer } = gateway;
  const signature = signer.sign(signer.secretOf(workspaceId, secretVersion), body, Math.floor(gateway.now() / 1000));
  return { body, headers: signedHeaders(signature, id) };
}

const UNREADABLE: Outcome = {
  status: null,
  error: "The channel's configuration cannot be decrypted with this secret",
  isRejected: false,
  retryAfterMs: null,
};
