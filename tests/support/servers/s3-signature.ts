import type { IncomingMessage } from "node:http";
import { sign } from "aws4";

/** The only key that the test server accepts. */
export type S3Access = { accessKeyId: string; secretAccessKey: string };

const ALGORITHM = "AWS4-HMAC-SHA256";

/**
 * Returns whether a request has the signature (version 4, in its headers or its URL) that another implementation
 * computes with the same key, and has not expired.
 */
export function isSigned(incoming: IncomingMessage, access: S3Access, nowMs: number): boolean {
  const { pathname, searchParams } = new URL(incoming.url as string, "http://s3");
  const given = searchParams.get("X-Amz-Signature");
  return given
    ? isAddressSigned(incoming, { pathname, searchParams, given }, access, nowMs)
    : areHeadersSigned(incoming, access);
}

type Signed = { pathname: string; searchParams: URLSearchParams; given: string };

function isAddressSigned(incoming: IncomingMessage, signed: Signed, access: S3Access, nowMs: number): boolean {
  const { pathname, searchParams, given } = signed;
  const signedMs = momentOf(searchParams.get("X-Amz-Date") ?? "");
  const validMs = Number(searchParams.get("X-Amz-Expires")) * 1000;
  if (!(nowMs < signedMs + validMs)) return false;
  const rest = new URLSearchParams(searchParams);
  rest.delete("X-Amz-Signature");
  const names = (searchParams.get("X-Amz-SignedHeaders") ?? "").split(";");
  const expected = sign(
    {
      ...signedTextOf(incoming, searchParams.get("X-Amz-Credential"), names),
      path: `${pathname}?${rest}`,
      signQuery: true,
    },
    access,
  );
  return new URL(expected.path as string, "http://s3").searchParams.get("X-Amz-Signature") === given;
}

function areHeadersSigned(incoming: IncomingMessage, access: S3Access): boolean {
  const given = incoming.headers.authorization ?? "";
  const names = /SignedHeaders=([^,]+)/.exec(given)?.[1]?.split(";");
  const credential = /Credential=([^,]+)/.exec(given)?.[1];
  if (!given.startsWith(ALGORITHM) || !names || !credential) return false;
  const expected = sign({ ...signedTextOf(incoming, credential, names), path: incoming.url as string }, access);
  return signatureOf(String(expected.headers?.Authorization)) === signatureOf(given);
}

/** Returns the parts of the request that are signed, with only the headers that the caller signed. */
function signedTextOf(incoming: IncomingMessage, credential: string | null | undefined, names: readonly string[]) {
  const region = credential?.split("/").at(-3) ?? "";
  const headers = Object.fromEntries(names.map((name) => [name, String(incoming.headers[name] ?? "")]));
  return { service: "s3", region, method: incoming.method as string, headers };
}

function signatureOf(authorization: string): string | undefined {
  return /Signature=([0-9a-f]{64})/.exec(authorization)?.[1];
}

/** Parses `20260102T030405Z` and returns Unix milliseconds. */
function momentOf(text: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
