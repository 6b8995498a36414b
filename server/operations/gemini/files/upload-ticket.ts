import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";

/** What the address of an upload says about it. */
export type UploadTicket = {
  /** The id that the file will have. */
  fileId: string;
  /** Hash of the key that started the upload and must still be valid. */
  keyHash: string;
  filename: string;
  /** The size that the client stated. */
  sizeBytes: number | undefined;
};

/** Pieces of an upload that has not ended are removed after the same time (`jobs/file-jobs.ts`). */
const VALID_SECONDS = 3600;

/** Returns a ticket as a signed text for the address of an upload. */
export function signTicket({ links, now }: Pick<Gateway, "links" | "now">, ticket: UploadTicket): string {
  const expiresAt = Math.floor(now() / 1000) + VALID_SECONDS;
  const text = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return `${text}.${expiresAt}.${links.sign(subjectOf(text), expiresAt)}`;
}

/** Reads a signed ticket. Throws 404 if it is invalid or has expired. */
export function readTicket({ links, now }: Pick<Gateway, "links" | "now">, signed: string): UploadTicket {
  const [text = "", expiresAt = "", signature = ""] = signed.split(".");
  const state = links.verify(subjectOf(text), Number(expiresAt), signature, Math.floor(now() / 1000));
  if (state === "expired") throw new HttpError(404, "The upload has expired; start a new one");
  const ticket = state === "valid" && parseJsonText(Buffer.from(text, "base64url").toString());
  if (!isRecord(ticket)) throw new HttpError(404, "No such upload: upload_id is not from the address of an upload");
  return ticket as UploadTicket;
}

function subjectOf(text: string): string {
  return `upload ${text}`;
}
