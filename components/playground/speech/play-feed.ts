import type { SoundFeed } from "./sound-feed.ts";

const MP3 = "audio/mpeg";

/** Returns whether this browser plays an MP3 that is still loading. Some phones do not. */
export function playsWhileLoading(): boolean {
  return typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(MP3);
}

/** Feeds a loading MP3 to a player. Returns a function that stops this. */
export function playFeed(audio: HTMLAudioElement, feed: SoundFeed): () => void {
  const source = new MediaSource();
  const url = URL.createObjectURL(source);
  let leave = () => {};
  const onOpen = () => {
    const buffer = source.addSourceBuffer(MP3);
    const pump = pumpInto(source, buffer, feed);
    buffer.addEventListener("updateend", pump);
    leave = feed.subscribe(pump);
    pump();
  };
  source.addEventListener("sourceopen", onOpen, { once: true });
  audio.src = url;
  return () => {
    source.removeEventListener("sourceopen", onOpen);
    leave();
    URL.revokeObjectURL(url);
  };
}

/** Appends one piece at a time: a buffer accepts the next one after the last is processed. */
function pumpInto(source: MediaSource, buffer: SourceBuffer, feed: SoundFeed): () => void {
  let playedCount = 0;
  return () => {
    if (buffer.updating || source.readyState !== "open") return;
    const piece = feed.pieces[playedCount];
    if (!piece) return feed.state().end === "none" ? undefined : source.endOfStream();
    playedCount += 1;
    try {
      buffer.appendBuffer(piece);
    } catch {
      // The buffer is full: what it contains is played, and the whole file once it has loaded.
      source.endOfStream();
    }
  };
}
