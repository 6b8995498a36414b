import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import type { Prepared } from "./prepared-response.ts";

/** Writes a prepared response, as slow and broken as its fault says. Stops if the client disconnects. */
export async function deliver(response: ServerResponse, prepared: Prepared): Promise<void> {
  const { fault } = prepared;
  if (fault.headersDelayMs) await wait(fault.headersDelayMs);
  await fault.headersAfter;
  if (fault.resetBeforeHeaders) response.socket?.resetAndDestroy();
  if (response.destroyed) return;
  response.writeHead(prepared.status, prepared.headers);
  if (isPlain(prepared)) return sendWhole(response, prepared);
  const { isStream, pieces } = prepared;
  const stopAt = fault.cutAfterEvents ?? fault.stallAfterEvents ?? Number.POSITIVE_INFINITY;
  if (isStream) await sendPieces(response, pieces, fault, stopAt);
  else await sendPieces(response, splitInHalf(pieces), fault, stopAt === Number.POSITIVE_INFINITY ? stopAt : 1);
}

function isPlain({ isStream, fault }: Prepared): boolean {
  const stops = fault.cutAfterEvents ?? fault.stallAfterEvents ?? fault.splitBytes;
  return stops === undefined && (!isStream || fault.eventDelayMs === undefined);
}

function sendWhole(response: ServerResponse, { pieces }: Prepared): void {
  const last = pieces.length - 1;
  for (let index = 0; index < last; index += 1) response.write(pieces[index]);
  response.end(pieces[last]);
}

async function sendPieces(response: ServerResponse, pieces: Buffer[], fault: Fault, stopAt: number): Promise<void> {
  response.flushHeaders();
  for (const [index, piece] of pieces.entries()) {
    if (index >= stopAt) break;
    if (fault.eventDelayMs) await wait(fault.eventDelayMs);
    if (response.destroyed) return;
    await writeSplit(response, piece, fault.splitBytes ?? piece.length);
  }
  if (fault.cutAfterEvents !== undefined) await flushAndWait(response);
  else if (fault.stallAfterEvents === undefined) response.end();
}

async function writeSplit(response: ServerResponse, piece: Buffer, bytes: number): Promise<void> {
  if (bytes >= piece.length) return void response.write(piece);
  for (let at = 0; at < piece.length; at += bytes) {
    response.write(piece.subarray(at, at + bytes));
    await new Promise(setImmediate);
  }
}

/** Lets the kernel send the written bytes, so that the client receives them before the connection is closed. */
async function flushAndWait(response: ServerResponse): Promise<void> {
  await wait(10);
  response.socket?.destroy();
}

/** Splits a whole body in two, because it stalls and is cut in its middle. */
function splitInHalf(pieces: Buffer[]): Buffer[] {
  const all = Buffer.concat(pieces);
  const middle = Math.floor(all.length / 2);
  return [all.subarray(0, middle), all.subarray(middle)];
}
