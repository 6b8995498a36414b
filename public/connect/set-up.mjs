// Writes the configuration of an agent and restores it. Loaded by setup.mjs.

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { agents } from "./agents.mjs";

/**
 * Runs the command: `<agent> --url <origin> [--model <name>] [--sign-in]`, or `<agent> --url <origin> --undo`.
 * Without --sign-in, the key comes from the variable KEY, or else SWITCHBOARD_KEY.
 *
 * @param {string[]} words
 * @param {string} folder The folder of this file, where backups are kept too.
 */
export async function run(words, folder) {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      url: { type: "string", default: "" },
      model: { type: "string" },
      "sign-in": { type: "boolean", default: false },
      undo: { type: "boolean", default: false },
    },
  });
  // `node -` leaves its hyphen with the arguments in some versions.
  const id = positionals.find((word) => word !== "-");
  const agent = agents.find((one) => one.id === id);
  if (!agent) throw new Error(`Name an agent: ${agents.map((one) => one.id).join(", ")}`);
  const record = join(folder, `before-${agent.id}.json`);
  if (values.undo) return undo(agent, record);
  const url = new URL(values.url).origin;
  const helper = values["sign-in"] ? helperOf(agent, url, folder) : undefined;
  const key = helper ? undefined : process.env.KEY || process.env.SWITCHBOARD_KEY;
  if (!helper && !key) throw new Error("Set KEY to an API key of the gateway, or use --sign-in");
  if (helper) signIn(helper);
  write(agent, { url, model: values.model ?? agent.model, key, helper }, record);
}

function helperOf(agent, url, folder) {
  if (!agent.signsIn) throw new Error(`${agent.name} cannot run a command for its key; set KEY to an API key instead`);
  return ["node", join(folder, "switchboard-key.mjs"), "--url", url, "--agent", agent.name];
}

/** Signs in before anything is written, so that the agent finds a key. Only the code is shown. */
function signIn(helper) {
  if (runHelper(helper, "--if-needed") !== 0) throw new Error("The sign-in failed; nothing was changed");
}

function runHelper([, ...args], option) {
  return spawnSync(process.execPath, [...args, option], { stdio: ["ignore", "ignore", "inherit"] }).status;
}

/** Writes each file, and records its text before. Another set-up first takes back what the last one wrote. */
function write(agent, setup, record) {
  const former = readRecord(record);
  // All are computed before one is written: a file that cannot be edited stops the set-up.
  const edits = agent.files(setup).map((file, index) => {
    const path = placeOf(file);
    const current = read(path);
    const known = former?.files.find((one) => one.path === path);
    const before = orBlame(path, () => (known ? takenBack(agent, former, index, current) : (current ?? null)));
    const after = orBlame(path, () => file.write(before ?? ""));
    const folders = known ? known.folders : missingFolders(path);
    const mode = known ? known.mode : current === undefined ? undefined : fs.statSync(path).mode & 0o777;
    return { current, file: { path, before, after, folders, mode } };
  });
  const files = edits.map(({ file }) => file);
  writePrivate(record, `${JSON.stringify({ agent: agent.id, setup, files }, null, 2)}\n`);
  for (const { current, file } of edits) {
    if (current !== file.after) writeText(file.path, file.after);
    // It may hold a key.
    fs.chmodSync(file.path, 0o600);
    tell(current === file.after ? `${file.path} is already set up.` : `Wrote ${file.path}.`);
  }
  tell(`The former texts are in ${record}; --undo restores them.`);
}

/** Restores the files byte for byte; in one that was edited since, takes back only what was set. */
function undo(agent, record) {
  const former = readRecord(record);
  if (!former) throw new Error(`${agent.name} was not set up with this command`);
  const texts = former.files.map(({ path }, index) =>
    orBlame(path, () => takenBack(agent, former, index, read(path)), `The former text is in ${record}.`),
  );
  for (const [index, { path, before, folders, mode }] of former.files.entries()) {
    const text = texts[index];
    if (text === null) {
      fs.rmSync(path, { force: true });
      removeEmpty(folders);
    } else {
      writeText(path, text);
      if (mode !== undefined) fs.chmodSync(path, mode);
    }
    tell(
      text === null ? `Removed ${path}.` : text === before ? `Restored ${path}.` : `Removed the settings from ${path}.`,
    );
  }
  fs.rmSync(record);
  if (former.setup.helper) runHelper(former.setup.helper, "--logout");
}

/** Returns the text of a file without what a set-up wrote; null for no file. */
function takenBack(agent, former, index, current) {
  const { before, after } = former.files[index];
  if (current === undefined || current === after) return current === undefined ? null : before;
  const text = agent.files(former.setup)[index].revert(current, before ?? "", after);
  return before === null && /^\s*(\{\s*\})?\s*$/.test(text) ? null : text;
}

/** Adds the path to an error, which says why a text cannot be edited. */
function orBlame(path, edit, hint = "") {
  try {
    return edit();
  } catch (error) {
    throw new Error(`${path} was not changed: ${error.message}. ${hint}`.trim());
  }
}

function placeOf({ path, folder }) {
  const other = folder && process.env[folder.variable];
  return other ? join(other, path.slice(folder.replaces.length + 1)) : join(homedir(), path);
}

/** Returns a text without loss: configuration that is not UTF-8 is not touched. */
function read(path) {
  if (!fs.existsSync(path)) return undefined;
  const bytes = fs.readFileSync(path);
  const text = bytes.toString("utf8");
  if (!Buffer.from(text, "utf8").equals(bytes)) throw new Error(`${path} is not UTF-8; nothing was changed`);
  return text;
}

/** Writes in place: a file that is a link stays one. */
function writeText(path, text) {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.writeFileSync(path, text, { mode: 0o600 });
}

function writePrivate(path, text) {
  fs.writeFileSync(`${path}.new`, text, { mode: 0o600 });
  fs.renameSync(`${path}.new`, path);
}

function readRecord(path) {
  return fs.existsSync(path) ? JSON.parse(fs.readFileSync(path, "utf8")) : undefined;
}

/** Returns the folders that a file needs and that do not exist, the innermost first. */
function missingFolders(path) {
  const missing = [];
  for (let folder = dirname(path); !fs.existsSync(folder); folder = dirname(folder)) missing.push(folder);
  return missing;
}

function removeEmpty(folders) {
  for (const folder of folders) {
    try {
      fs.rmdirSync(folder);
    } catch {
      return;
    }
  }
}

function tell(text) {
  process.stderr.write(`${text}\n`);
}
