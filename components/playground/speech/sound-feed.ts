/** A loading sound: its bytes so far, and whether more will follow. */
export type FeedState = { sizeBytes: number; end: "none" | "whole" | "broken" };

export type SoundFeed = ReturnType<typeof createSoundFeed>;

/** Collects a sound while it loads. Read it with `useSyncExternalStore`. */
export function createSoundFeed() {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  const listeners = new Set<() => void>();
  let state: FeedState = { sizeBytes: 0, end: "none" };
  const change = (next: FeedState) => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    pieces: pieces as readonly Uint8Array<ArrayBuffer>[],
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    add(piece: Uint8Array<ArrayBuffer>) {
      pieces.push(piece);
      change({ ...state, sizeBytes: state.sizeBytes + piece.byteLength });
    },
    end: (end: "whole" | "broken") => change({ ...state, end }),
  };
}
