import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createConnection } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export type Program = {
  /** SIGKILL; waits for the end. */
  kill(): Promise<void>;
};

/** Starts a server program and waits until it accepts connections on its port. */
export async function startProgram(command: string, parameters: readonly string[], port: number): Promise<Program> {
  // Neither PgBouncer nor PostgreSQL runs as root.
  const owner = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(command, parameters, { ...owner, stdio: "ignore" });
  const failed = once(child, "error").then(([error]) => {
    throw new Error(`npm run engines needs ${command}: ${error.message}`);
  });
  failed.catch(() => undefined);
  await Promise.race([failed, accepting(child, port)]);
  return {
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

async function accepting(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode} at its start`);
    const socket = createConnection(port, "127.0.0.1");
    const [event] = await Promise.race([
      once(socket, "connect").then(() => ["connect"]),
      once(socket, "error").then(() => ["error"]),
    ]).catch(() => ["error"]);
    socket.destroy();
    if (event === "connect") return;
    await sleep(50);
  }
  throw new Error(`${child.spawnfile} accepts no connections`);
}
