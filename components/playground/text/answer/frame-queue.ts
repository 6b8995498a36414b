/** Up to this, all panes are drawn in one frame; above it one a frame, in turn, so that no frame is held up by four. */
const CHEAP_MS = 12;

const waiting = new Set<() => void>();
let asked = false;
/** What the last round took with its rendering, and when it was over. */
let costMs = 0;
let endedMs = 0;

/**
 * Runs `task` with the next frame, together with those of all panes while they are cheap, so that they cost one
 * render. After a slow round as much time is left free as it took: typing and scrolling stay possible whatever streams.
 */
export function onNextFrame(task: () => void): void {
  waiting.add(task);
  if (!asked) requestAnimationFrame(round);
  asked = true;
}

/** Takes back a task that has not run. */
export function cancelFrame(task: () => void): void {
  waiting.delete(task);
}

function round(): void {
  const startedMs = performance.now();
  if (startedMs - endedMs < costMs) {
    requestAnimationFrame(round);
    return;
  }
  const tasks = costMs > CHEAP_MS ? [...waiting].slice(0, 1) : [...waiting];
  for (const task of tasks) {
    waiting.delete(task);
    task();
  }
  asked = waiting.size > 0;
  if (asked) requestAnimationFrame(round);
  // React renders right after this; a timer comes after that and the layout.
  setTimeout(() => {
    endedMs = performance.now();
    costMs = endedMs - startedMs;
  });
}
