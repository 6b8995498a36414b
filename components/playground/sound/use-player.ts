"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { createPlayer, type Player, type Playing } from "./player.ts";

/** Returns a player that stops when the page is left. */
export function usePlayer(): Player {
  const [player] = useState(createPlayer);
  useEffect(() => () => player.unload(), [player]);
  return player;
}

export function usePlaying(player: Player): Playing {
  return useSyncExternalStore(player.subscribe, player.state);
}
