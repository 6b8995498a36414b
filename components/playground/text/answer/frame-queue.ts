/**
 * Below this, all panes are drawn in one frame; above it one per frame, in turn, so that four panes do not block a
 * frame.
 */
const CHEAP_MS = 12;

const waiting = new Set<() => void>();
let isScheduled = false;
/** Render time of the last round, and when it ended. */
let costMs = 0;
let endedMs = 0;

/**
 * Runs `task` in the next frame, together with those of all panes while they are cheap, so that they cost one render.
 * After a slow round the same amount of time is left free, so that typing and scrolling remain responsive.
 */
export function onNextFrame(task: () => void): void {
  waiting.add(task);
  if (!isScheduled) requestAnimationFrame(round);
  isScheduled = true;
}

/** Cancels a task that has not run. */
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
  isScheduled = waiting.size > 0;
  if (isScheduled) requestAnimationFrame(round);
  // React renders right after this; a timer runs after that and the layout.
  setTimeout(() => {
    endedMs = performance.now();
    costMs = endedMs - startedMs;
  });
}
