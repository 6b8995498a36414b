// Sets up an agent for a Switchboard gateway, or undoes that. Run it from the Connect page's line:
//
//   curl -fsS https://gateway.example/connect/setup.mjs | node --input-type=module - codex --url https://gateway.example
//
// Needs Node 18 or newer and nothing else. It loads its parts from the same gateway into ~/.local/share/switchboard.

import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const PARTS = ["agents.mjs", "edit-json.mjs", "edit-lines.mjs", "edit-toml.mjs", "set-up.mjs", "switchboard-key.mjs"];

const folder = join(process.env.XDG_DATA_HOME || join(homedir(), ".local", "share"), "switchboard");
try {
  await loadParts(originIn(process.argv));
  const { run } = await import(pathToFileURL(join(folder, "set-up.mjs")).href);
  await run(process.argv.slice(2), folder);
} catch (error) {
  process.stderr.write(`setup: ${error.message}\n`);
  process.exitCode = 1;
}

function originIn(words) {
  const address = words[words.indexOf("--url") + 1] ?? "";
  if (!words.includes("--url") || !URL.canParse(address))
    throw new Error("Pass the gateway's address: --url https://…");
  return new URL(address).origin;
}

async function loadParts(origin) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const part of PARTS) {
    const response = await fetch(`${origin}/connect/${part}`, { redirect: "error" });
    if (!response.ok) throw new Error(`${origin}/connect/${part} responded with ${response.status}`);
    const file = join(folder, part);
    writeFileSync(`${file}.new`, await response.text(), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}
