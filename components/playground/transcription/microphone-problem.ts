const REFUSED = "Microphone access is blocked. Allow it in the address bar and record again, or choose a file.";

const PROBLEMS: Record<string, string> = {
  NotAllowedError: REFUSED,
  SecurityError: REFUSED,
  NotFoundError: "No microphone was found. Connect one, then record again, or choose a file.",
  NotReadableError: "There is no sound from the microphone. Close other programs that use it, then record again.",
};

/** Returns why recording failed, from the browser's exception. */
export function microphoneProblem(thrown: unknown): string {
  const name = thrown instanceof Error ? thrown.name : "";
  return PROBLEMS[name] ?? "The recording could not be started. Choose a file instead.";
}

/** Returns why recording is not possible on this page; undefined if it is. */
export function recordingProblem(page: { isSecure: boolean; hasMicrophone: boolean }): string | undefined {
  if (page.hasMicrophone) return undefined;
  if (page.isSecure) return "Your browser cannot record audio. Choose a file instead.";
  return "Recording needs HTTPS or localhost. Open the console over HTTPS, or choose a file.";
}

/** Returns what this browser allows on this page. */
export function microphoneOf(view: Window & typeof globalThis) {
  const hasMicrophone = view.navigator.mediaDevices !== undefined && view.MediaRecorder !== undefined;
  return { isSecure: view.isSecureContext, hasMicrophone };
}
