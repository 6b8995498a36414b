import type { ChildProcess } from "node:child_process";
import { type Command, type Message, POOLED } from "./api-server-messages.ts";
import {
  end,
  environmentOf,
  folderOf,
  type GatewayOptions,
  gatewayAt,
  nextMessage,
  startGateway,
  startProcess,
  type TestGateway,
} from "./gateway.ts";

type Member = {
  child: ChildProcess;
  output(): string;
  opened: number;
  /** The data folders and databases of its earlier gateways. */
  known: Set<string>;
};

/** Processes that currently serve no gateway. */
const idle: Member[] = [];
/** A test file often needs two gateways at once, or three in turn on one data folder, and rarely more. */
const MAX_IDLE = 3;
/** A process is replaced after this many gateways, so that what they leave in memory stays little. */
const MAX_OPENED = 30;

/**
 * Starts a gateway like `startGateway`, in a process that may have served other gateways before. The gateway has its
 * own data folder, variables and state; only the loaded and compiled server is shared. A gateway that is started again on
 * its data folder or database gets another process, so that nothing survives in memory. `stop` ends it like SIGTERM and
 * returns null, because its process continues; `kill` kills the process.
 */
export async function openPooledGateway(options: GatewayOptions = {}): Promise<TestGateway> {
  // Node reads these when a process starts.
  if (Object.keys(options.env ?? {}).some((name) => name.startsWith("NODE_"))) return startGateway(options);
  const folder = await folderOf(options);
  const env = environmentOf(options, folder);
  const places = [folder, env.DATABASE_URL].filter((place) => place !== undefined);
  const member = takeIdle(places) ?? (await newMember(env));
  for (const place of places) member.known.add(place);
  const earlier = member.output().length;
  const output = () => member.output().slice(earlier);
  const message = await command(member, { open: env }, "start", output);
  if (typeof message === "string" || !("started" in message)) {
    await end(member.child, "SIGKILL");
    throw new Error(`the gateway did not start: ${JSON.stringify(message)}: ${output()}`);
  }
  member.opened += 1;
  let isOpen = true;
  let last = "";
  return gatewayAt(message.started, {
    folder,
    pid: member.child.pid as number,
    output: () => (isOpen ? output() : last),
    async end(signal) {
      if (!isOpen) return null;
      if (signal === "SIGTERM") {
        const ended = await command(member, "close", "end", output);
        if (ended !== "closed") throw new Error(`the gateway did not end: ${JSON.stringify(ended)}`);
      }
      last = output();
      isOpen = false;
      if (signal === "SIGTERM" && member.opened < MAX_OPENED && idle.length < MAX_IDLE) idle.push(member);
      else await end(member.child, "SIGKILL");
      return null;
    },
  });
}

/** Takes an idle process that has opened none of these data folders and databases. */
function takeIdle(places: string[]): Member | undefined {
  const index = idle.findLastIndex(({ known }) => places.every((place) => !known.has(place)));
  return index < 0 ? undefined : idle.splice(index, 1)[0];
}

async function newMember(env: NodeJS.ProcessEnv): Promise<Member> {
  return { ...(await startProcess({ ...env, [POOLED]: "1" })), opened: 0, known: new Set() };
}

function command(member: Member, sent: Command, step: string, output: () => string): Promise<Message> {
  const reply = nextMessage(member.child, step, output);
  member.child.send(sent);
  return reply;
}
