#!/usr/bin/env node
// Prints a short-lived API key of a Switchboard gateway, for settings of agents that take a command instead of a key.
//
//   node switchboard-key.mjs --url https://gateway.example --agent "Claude Code"
//   node switchboard-key.mjs --url https://gateway.example --agent "Claude Code" --login
//   node switchboard-key.mjs --url https://gateway.example --agent "Claude Code" --logout
//
// Without a key, it starts a sign-in if a person is watching (standard error is a terminal) or with --login, which
// replaces a sign-in, or --if-needed, which does not.
//
// Needs Node 18 or newer and nothing else. Only the key goes to standard output. Keys are stored in a file that only
// you can read, in $SWITCHBOARD_HOME or ~/.local/state/switchboard.

import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import * as fs from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

const DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code";
const REQUEST_TIMEOUT_MS = 30_000;
/** A lock that nobody has touched for this long belongs to a process that is gone. */
const LOCK_STALE_MS = 60_000;

const options = readOptions();
main().catch((error) => fail(error.message));

async function main() {
  if (options.logout) return logOut();
  const stored = readState();
  if (!options.login && isFresh(stored)) return print(stored.key);
  const unlock = await lock();
  try {
    print(await nextKey());
  } finally {
    unlock();
  }
}

/** Returns a key: the one that another run has just stored, a renewed one, or one of a new sign-in. */
async function nextKey() {
  const state = readState();
  if (!options.login && isFresh(state)) return state.key;
  const renewed = options.login ? undefined : await renew(state);
  if (renewed) return renewed;
  const mayAsk = options.login || options["if-needed"] || process.stderr.isTTY;
  if (!mayAsk) throw new Error(`You are not signed in. Run: ${loginCommand()}`);
  return signIn();
}

/** Renews the key. Returns undefined if the person has to sign in again. */
async function renew(state) {
  if (!state?.refresh_token) return undefined;
  try {
    const { status, body } = await post("token", { grant_type: "refresh_token", refresh_token: state.refresh_token });
    if (status === 200) return store(body);
    if (body.error === "invalid_grant") {
      tell(body.error_description ?? "The sign-in has ended.");
      fs.rmSync(stateFile(), { force: true });
      return undefined;
    }
    throw new Error(body.error_description ?? `The gateway responded with ${status}`);
  } catch (error) {
    // The gateway may be away for a moment, and the key still works.
    if (state.key_expires_at > Date.now()) return state.key;
    throw error;
  }
}

async function signIn() {
  const { status, body: started } = await post("authorization", {
    client_id: options.agent,
    device_name: hostname().slice(0, 60) || "unknown",
  });
  if (status !== 200) throw new Error(started.error_description ?? `The gateway responded with ${status}`);
  tell(`Sign in ${options.agent}: open ${started.verification_uri} and enter the code ${started.user_code}`);
  open(started.verification_uri_complete);
  const endMs = Date.now() + started.expires_in * 1000;
  let intervalMs = started.interval * 1000;
  while (Date.now() < endMs) {
    await sleep(intervalMs);
    touchLock();
    const { status: polled, body } = await poll(started.device_code);
    if (polled === 200) {
      const former = readState();
      const key = store(body);
      if (former) await post("revoke", { token: former.refresh_token }).catch(() => {});
      return key;
    }
    if (body.error === "slow_down") intervalMs += 5000;
    else if (body.error !== "authorization_pending") throw new Error(body.error_description ?? "The sign-in failed");
  }
  throw new Error("Nobody approved the sign-in in time");
}

/** Asks whether the sign-in is approved; a gateway that is away for a moment counts as not yet. */
async function poll(deviceCode) {
  try {
    const answer = await post("token", { grant_type: DEVICE_GRANT, device_code: deviceCode, client_id: options.agent });
    return answer.status >= 500 ? { status: answer.status, body: { error: "slow_down" } } : answer;
  } catch {
    return { status: 0, body: { error: "slow_down" } };
  }
}

async function logOut() {
  const state = readState();
  if (!state?.refresh_token) return tell("You are not signed in.");
  const { status, body } = await post("revoke", { token: state.refresh_token });
  if (status !== 200) throw new Error(body.error_description ?? `The gateway responded with ${status}`);
  fs.rmSync(stateFile(), { force: true });
  tell("Signed out. The key no longer works.");
}

async function post(path, fields) {
  const response = await fetch(`${options.url}/api/device/${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    redirect: "error",
  }).catch((error) => {
    throw new Error(`${options.url} did not respond (${error.cause?.code ?? error.name})`);
  });
  const body = await response.json().catch(() => ({}));
  return { status: response.status, body };
}

/** Stores the tokens of a response and returns the key. */
function store(body) {
  const now = Date.now();
  const state = {
    url: options.url,
    agent: options.agent,
    key: body.access_token,
    key_expires_at: now + body.expires_in * 1000,
    renew_at: now + body.expires_in * 900,
    refresh_token: body.refresh_token,
  };
  const draft = `${stateFile()}.${randomBytes(6).toString("hex")}`;
  fs.writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  fs.renameSync(draft, stateFile());
  return state.key;
}

function readState() {
  try {
    return JSON.parse(fs.readFileSync(stateFile(), "utf8"));
  } catch {
    return undefined;
  }
}

/** Keys are renewed when a tenth of their time is left. */
function isFresh(state) {
  return typeof state?.key === "string" && state.renew_at > Date.now();
}

function stateFolder() {
  const { SWITCHBOARD_HOME, XDG_STATE_HOME } = process.env;
  const folder = SWITCHBOARD_HOME || join(XDG_STATE_HOME || join(homedir(), ".local", "state"), "switchboard");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** One file for each agent and gateway. */
function stateFile() {
  const name = createHash("sha256").update(`${options.url}\n${options.agent}`).digest("hex").slice(0, 16);
  return join(stateFolder(), `${name}.json`);
}

function lockFile() {
  return `${stateFile()}.lock`;
}

/** Waits until no other run renews the same key: a refresh token works once. Returns the function that ends the lock. */
async function lock() {
  for (;;) {
    try {
      fs.closeSync(fs.openSync(lockFile(), "wx", 0o600));
      process.on("exit", unlock);
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => process.exit(130));
      return unlock;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      dropStaleLock();
      await sleep(100);
    }
  }
}

function unlock() {
  process.off("exit", unlock);
  fs.rmSync(lockFile(), { force: true });
}

function touchLock() {
  const now = new Date();
  fs.utimesSync(lockFile(), now, now);
}

function dropStaleLock() {
  try {
    if (Date.now() - fs.statSync(lockFile()).mtimeMs > LOCK_STALE_MS) fs.rmSync(lockFile(), { force: true });
  } catch {
    // It has just been removed.
  }
}

/** Opens the page in a browser if a person is watching and there is a screen. */
function open(address) {
  if (!process.stderr.isTTY || process.env.SSH_CONNECTION || !/^https?:$/.test(new URL(address).protocol)) return;
  const programs = { darwin: ["open"], win32: ["rundll32", "url.dll,FileProtocolHandler"] };
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const [program, ...rest] = programs[process.platform] ?? ["xdg-open"];
  const child = spawn(program, [...rest, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      agent: { type: "string", default: "Agent" },
      login: { type: "boolean", default: false },
      "if-needed": { type: "boolean", default: false },
      logout: { type: "boolean", default: false },
    },
  });
  if (!/^https?:\/\//.test(values.url ?? "") || !URL.canParse(values.url))
    fail("Pass the address of the gateway: --url https://gateway.example");
  return { ...values, url: new URL(values.url).origin };
}

function loginCommand() {
  return `node ${JSON.stringify(process.argv[1])} --url ${options.url} --agent ${JSON.stringify(options.agent)} --login`;
}

function print(key) {
  process.stdout.write(`${key}\n`);
}

function tell(text) {
  process.stderr.write(`${text}\n`);
}

function fail(message) {
  tell(`switchboard-key: ${message}`);
  process.exit(1);
}
