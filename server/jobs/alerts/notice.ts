import type { AlertRow } from "#server/data/alerts.ts";

/** Why a message is sent; `test` messages are not part of the history. */
export type NoticeEvent = "opened" | "reminded" | "resolved" | "test";

/** A message to one person, which is sent by email. It is stored with its delivery. */
export type PersonalNotice = Pick<AlertNotice, "title" | "text" | "url" | "workspaceName">;

/** A message about an alert, in no channel's format. It is stored with its delivery. */
export type AlertNotice = {
  event: NoticeEvent;
  workspaceId: string;
  workspaceName: string;
  title: string;
  text: string;
  /** The console's page about the alert; null if the gateway's public address is not set. */
  url: string | null;
  alert: {
    id: string;
    rule_id: string | null;
    rule_name: string;
    kind: string;
    subject: string;
    subject_name: string;
    message: string;
    numbers: Record<string, unknown>;
    opened_at: string;
    resolved_at: string | null;
  };
};

export type NoticePlace = {
  workspaceId: string;
  workspaceName: string;
  workspaceSlug: string;
  publicUrl: string | undefined;
};

const TITLES = {
  opened: (rule: string) => `Alert: ${rule}`,
  reminded: (rule: string) => `Still open: ${rule}`,
  resolved: (rule: string) => `Resolved: ${rule}`,
  test: () => "Test message from Switchboard",
};

/** Returns the message about an alert; `ended` says what its end means. */
export function noticeOf(row: AlertRow, event: NoticeEvent, place: NoticePlace, ended = ""): AlertNotice {
  const { workspaceId, workspaceName, workspaceSlug, publicUrl } = place;
  return {
    event,
    workspaceId,
    workspaceName,
    title: TITLES[event](row.ruleName),
    text: event === "resolved" ? `${ended} The alert was: ${row.message}` : row.message,
    url: publicUrl ? `${publicUrl}/w/${workspaceSlug}/alerts?alert=${row.id}` : null,
    alert: {
      id: row.id,
      rule_id: row.ruleId,
      rule_name: row.ruleName,
      kind: row.kind,
      subject: row.subject,
      subject_name: row.subjectName,
      message: row.message,
      numbers: row.numbers,
      opened_at: row.openedAt.toISOString(),
      resolved_at: row.resolvedAt?.toISOString() ?? null,
    },
  };
}
