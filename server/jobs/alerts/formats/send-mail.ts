import { createTransport } from "nodemailer";
import type { Environment } from "#server/env.ts";
import type { Outcome } from "../../destinations/outcome.ts";
import type { PersonalNotice } from "../notice.ts";

const CONNECT_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 20_000;
/** Shorter than the time for which a process holds a message. */
const TOTAL_TIMEOUT_MS = 45_000;
/** Steps of SMTP at which a permanent error concerns this message rather than the connection or the sign-in. */
const MESSAGE_STEPS = new Set(["EENVELOPE", "EMESSAGE"]);

type MailSettings = Pick<Environment, "SMTP_URL" | "SMTP_FROM">;

/**
 * Sends a message by email, with the same Message-ID each time. Errors name neither the server nor its credentials. A
 * message that only some recipients got counts as rejected: sending it again would repeat it for the others.
 */
export async function sendMail(
  { SMTP_URL: url, SMTP_FROM: from }: MailSettings,
  to: readonly string[],
  { id, notice }: { id: string; notice: PersonalNotice },
  signal: AbortSignal,
): Promise<Outcome> {
  if (url === undefined || from === undefined)
    return failure("Email is not set up. The operator can set it up with SMTP_URL and SMTP_FROM.", false);
  const transport = createTransport({
    url,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  const sending = transport.sendMail({
    from,
    to: [...to],
    subject: notice.title,
    text: textOf(notice),
    messageId: `<${id}@switchboard>`,
    headers: { "Auto-Submitted": "auto-generated" },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const end = AbortSignal.any([signal, AbortSignal.timeout(TOTAL_TIMEOUT_MS)]);
  try {
    const { rejected } = await Promise.race([sending, rejectedBy(end)]);
    if (rejected.length === 0) return { status: null, error: null, isRejected: false, retryAfterMs: null };
    return failure(`The mail server rejected ${rejected.length} of ${to.length} recipients`, true);
  } catch (thrown) {
    sending.catch(() => undefined);
    return failureOf(thrown);
  } finally {
    transport.close();
  }
}

/** Rejects when a signal aborts. */
function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

function textOf({ text, url, workspaceName }: PersonalNotice): string {
  const link = url === null ? [] : ["", url];
  return [text, "", `Workspace: ${workspaceName}`, ...link, ""].join("\n");
}

function failureOf(thrown: unknown): Outcome {
  if (thrown instanceof Error && thrown.name === "TimeoutError") return failure("The mail server took too long", false);
  const { code, responseCode } = thrown as { code?: unknown; responseCode?: unknown };
  const step = typeof code === "string" ? code : "";
  if (typeof responseCode !== "number") return failure(`Could not reach the mail server${step && ` (${step})`}`, false);
  return failure(`The mail server responded with ${responseCode}`, responseCode >= 500 && MESSAGE_STEPS.has(step));
}

function failure(error: string, isRejected: boolean): Outcome {
  return { status: null, error, isRejected, retryAfterMs: null };
}
