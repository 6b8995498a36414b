import { once } from "node:events";
import { rmSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Embedded, openEmbedded } from "#server/data/embedded/embedded.ts";
import { newDataFolder } from "#tests/support/data-folder.ts";

/** The last message of an answer, outside of a transaction. */
const READY = Buffer.from("Z\0\0\0\x05I");

let folder: string;
let embedded: Embedded;
let socket: Socket;

beforeAll(async () => {
  folder = await newDataFolder();
  embedded = await openEmbedded(folder);
  socket = createConnection(join(embedded.socketFolder, ".s.PGSQL.5432"));
});
afterAll(async () => {
  socket.destroy();
  await embedded.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A message of PostgreSQL's protocol; the first one has no type. */
function message(type: string, ...parts: (string | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const head = Buffer.alloc(type.length + 4);
  head.write(type);
  head.writeInt32BE(body.length + 4, type.length);
  return Buffer.concat([head, body]);
}

test("the answers to the five messages of a query arrive at once", async () => {
  socket.write(message("", [0, 3, 0, 0], "user\0postgres\0database\0postgres\0\0"));
  let received = Buffer.alloc(0);
  while (!received.includes(READY)) received = Buffer.concat([received, ...(await once(socket, "data"))]);
  const query = [
    message("P", "\0select 'here'\0", [0, 0]),
    message("B", "\0\0", [0, 0, 0, 0, 0, 0]),
    message("D", "P\0"),
    message("E", "\0", [0, 0, 0, 0]),
    message("S"),
  ];
  for (let turn = 0; turn < 20; turn += 1) {
    socket.write(Buffer.concat(query));
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString("latin1")).toMatch(/^1.*here.*SELECT 1/s);
    expect(answer.includes(READY, answer.length - READY.length)).toBe(true);
  }
});
