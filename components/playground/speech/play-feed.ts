import type { SoundFeed } from "./sound-feed.ts";

const MP3 = "audio/mpeg";

/** Whether this browser plays an MP3 of which it has the beginning. Some phones do not. */
export function playsWhileLoading(): boolean {
  return typeof MediaSource !== "undefined" && MediaSource.isTypeSupported(MP3);
}

/** Gives a player an MP3 as it comes. The function that is answered lets go of it. */
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

/** Appends one piece at a time: a buffer takes the next when it is done with the last. */
function pumpInto(source: MediaSource, buffer: SourceBuffer, feed: SoundFeed): () => void {
  let taken = 0;
  return () => {
    if (buffer.updating || source.readyState !== "open") return;
    const piece = feed.pieces[taken];
    if (!piece) return feed.state().end === "none" ? undefined : source.endOfStream();
    taken += 1;
    try {
      buffer.appendBuffer(piece);
    } catch {
      // No more fits in: what is there is played, and all of it once it has come.
      source.endOfStream();
    }
  };
}
