import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "#tests/support/network/free-port.ts";
import { type Program, startProgram } from "./programs.ts";

export type RedisGroup = {
  /** As in REDIS_URL. */
  url: string;
  /** Kills a server that accepts writes. */
  killPrimary(): Promise<void>;
  close(): Promise<void>;
};

const GROUP = "mymaster";
const NOTICED_AFTER_MS = 1_000;

/** Starts a Redis with a replica, and three sentinels that watch them. */
export async function startSentinels(): Promise<RedisGroup> {
  const folder = newFolder();
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const primary = await startRedis(primaryPort, []);
  const replica = await startRedis(replicaPort, ["--replicaof", "127.0.0.1", String(primaryPort)]);
  const ports = [await freePort(), await freePort(), await freePort()];
  const sentinels: Program[] = [];
  for (const port of ports) {
    const file = join(folder, `sentinel-${port}.conf`);
    const lines = [
      `port ${port}`,
      "bind 127.0.0.1",
      `sentinel monitor ${GROUP} 127.0.0.1 ${primaryPort} 2`,
      `sentinel down-after-milliseconds ${GROUP} ${NOTICED_AFTER_MS}`,
      `sentinel failover-timeout ${GROUP} 5000`,
    ];
    writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o666 });
    chmodSync(file, 0o666);
    sentinels.push(await startProgram("redis-sentinel", [file], port));
  }
  // The sentinels find each other and the replica through the primary.
  await until(() => {
    const state = cli(ports[0] as number, ["sentinel", "master", GROUP]).split("\n");
    const value = (name: string) => Number(state[state.indexOf(name) + 1]);
    return value("num-slaves") === 1 && value("num-other-sentinels") === 2;
  });
  return {
    url: `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join()}/${GROUP}`,
    killPrimary: primary.kill,
    async close() {
      for (const program of [...sentinels, primary, replica]) await program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a cluster of three servers with a replica each. */
export async function startCluster(): Promise<RedisGroup> {
  const folder = newFolder();
  const nodes = new Map<number, Program>();
  while (nodes.size < 6) {
    const port = await clusterPort();
    const options = ["--cluster-enabled", "yes", "--cluster-node-timeout", String(NOTICED_AFTER_MS)];
    nodes.set(port, await startRedis(port, [...options, "--cluster-config-file", join(folder, `nodes-${port}.conf`)]));
  }
  const hosts = [...nodes.keys()].map((port) => `127.0.0.1:${port}`);
  execFileSync("redis-cli", ["--cluster", "create", ...hosts, "--cluster-replicas", "1", "--cluster-yes"]);
  const [first = 0] = nodes.keys();
  await until(() => {
    const roles = cli(first, ["cluster", "nodes"]);
    return cli(first, ["cluster", "info"]).includes("cluster_state:ok") && roles.split(" slave ").length === 4;
  });
  return {
    url: `redis+cluster://${hosts.join()}`,
    async killPrimary() {
      // Any primary will do: the keys are spread over all three.
      const [primary = ""] = cli(first, ["cluster", "nodes"])
        .split("\n")
        .filter((line) => line.includes("myself"));
      const port = Number(/:(\d+)@/.exec(primary)?.[1]);
      await nodes.get(port)?.kill();
    },
    async close() {
      for (const program of nodes.values()) await program.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "switchboard-redis-"));
  chmodSync(folder, 0o777);
  return folder;
}

function startRedis(port: number, options: readonly string[]): Promise<Program> {
  const plain = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", tmpdir()];
  return startProgram("redis-server", [...plain, "--repl-diskless-sync-delay", "0", ...options], port);
}

/** A cluster's nodes also listen on their port plus 10,000. */
async function clusterPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port < 55_000) return port;
  }
}

function cli(port: number, parameters: readonly string[]): string {
  return execFileSync("redis-cli", ["-p", String(port), ...parameters]).toString();
}

async function until(isTrue: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (isTrue()) return;
    await sleep(200);
  }
  throw new Error("the Redis servers did not find each other within 30 s");
}
