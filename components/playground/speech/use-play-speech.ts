"use client";

import { useEffect } from "react";
import type { Player } from "../sound/player.ts";
import { playFeed, playsWhileLoading } from "./play-feed.ts";
import type { SoundFeed } from "./sound-feed.ts";

/**
 * Starts speech as soon as possible: while it loads if there is a `feed` and the browser supports that, otherwise once
 * `whole` exists. Then the whole sound replaces the pieces at the first silent moment. `starts`: false for speech from
 * before a reload, which is only loaded.
 */
export function usePlaySpeech(
  player: Player,
  feed: SoundFeed | undefined,
  whole: File | undefined,
  starts: boolean,
): void {
  useEffect(() => {
    if (!feed || !playsWhileLoading()) return;
    const leave = playFeed(player.audio, feed);
    player.play();
    return leave;
  }, [player, feed]);
  useEffect(() => {
    if (!whole) return;
    const url = URL.createObjectURL(whole);
    const isStarted = player.audio.src !== "";
    if (isStarted) return takeOver(player, url);
    player.load(url);
    if (starts) player.play();
    return () => URL.revokeObjectURL(url);
  }, [player, whole, starts]);
}

function takeOver(player: Player, url: string): () => void {
  let leave = () => {};
  const take = () => {
    if (player.state().isPlaying) return;
    leave();
    player.load(url, player.audio.ended ? 0 : player.audio.currentTime);
  };
  leave = player.subscribe(take);
  take();
  return () => {
    leave();
    URL.revokeObjectURL(url);
  };
}
