const REFUSED =
  "The microphone may not be used here: the browser, or its settings for this site, refused it. Allow it beside the address, then record again, or choose a file.";

const PROBLEMS: Record<string, string> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: "No microphone was found. Connect one, then record again, or choose a file.",
  NotReadableError: "The microphone gives no sound: another program may be using it. Close that, then record again.",
};

/** Why there is no recording, from what the browser threw. */
export function microphoneProblem(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : "";
  return PROBLEMS[name] ?? "The recording could not be started. Choose a file instead.";
}

/** Why there can be none at all on this page; undefined where there can. */
export function recordingProblem(page: { isSecure: boolean; hasMicrophone: boolean }): string | undefined {
  if (page.hasMicrophone) return undefined;
  if (page.isSecure) return "This browser does not record. Choose a file instead.";
  return "Recording needs HTTPS: browsers give the microphone to no page that came over plain HTTP, except from this very machine (localhost). Open the console over HTTPS, or choose a file.";
}

/** What this browser gives this page. */
export function microphoneOf(view: Window & typeof globalThis) {
  const hasMicrophone = view.navigator.mediaDevices !== undefined && view.MediaRecorder !== undefined;
  return { isSecure: view.isSecureContext, hasMicrophone };
}
