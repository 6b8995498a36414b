/** The current state of a player. */
export type Playing = {
  isPlaying: boolean;
  seconds: number;
  /** Undefined until known; the browser cannot tell for a recording. */
  lengthSeconds: number | undefined;
};

export type Player = ReturnType<typeof createPlayer>;

const EVENTS = ["play", "pause", "ended", "timeupdate", "seeked", "durationchange", "emptied", "error"] as const;

/** Creates a player for one sound at a time. Read it with `useSyncExternalStore`. */
export function createPlayer() {
  const audio = new Audio();
  const listeners = new Set<() => void>();
  let playing = stateOf(audio);
  const tell = () => {
    playing = stateOf(audio);
    for (const listener of listeners) listener();
  };
  for (const event of EVENTS) audio.addEventListener(event, tell);
  // If autoplay is not allowed, playback waits for the button.
  const play = () => void audio.play().catch(() => undefined);
  return {
    audio,
    state: () => playing,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    play,
    pause: () => audio.pause(),
    toggle: () => (stateOf(audio).isPlaying ? audio.pause() : play()),
    seek(seconds: number) {
      audio.currentTime = seconds;
      // Called at once: otherwise a slider that still shows the old time would seek back.
      tell();
    },
    /** Loads another sound, or the same one under another address, starting at `seconds`. */
    load(url: string, seconds = 0) {
      audio.src = url;
      audio.currentTime = seconds;
    },
    unload() {
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    },
  };
}

function stateOf({ paused, ended, error, currentTime, duration }: HTMLAudioElement): Playing {
  return {
    isPlaying: !paused && !ended && !error,
    seconds: currentTime,
    lengthSeconds: Number.isFinite(duration) ? duration : undefined,
  };
}
