"use client";

import { Pause, Play } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#components/ui/display/icon-button.tsx";
import type { DecodedSound } from "./decode-sound.ts";
import { timeInSound } from "./peaks.ts";
import type { Player } from "./player.ts";
import { usePlaying } from "./use-player.ts";
import { Waveform } from "./waveform.tsx";

const STEP_SECONDS = 0.1;

type SoundPlayerProps = {
  player: Player;
  /** Undefined while unknown. */
  decoded: DecodedSound | undefined;
  /** Shown instead of the waveform: that it is loading, or why there is none. */
  note: ReactNode;
};

/** A player with a waveform, for mouse and keyboard. */
export function SoundPlayer({ player, decoded, note }: SoundPlayerProps) {
  const { isPlaying, seconds, lengthSeconds } = usePlaying(player);
  const whole = decoded?.seconds ?? lengthSeconds;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <IconButton
        label={isPlaying ? "Pause" : "Play"}
        onClick={player.toggle}
        className="size-10 rounded-full border border-edge/60 bg-raised text-ink hover:border-edge"
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </IconButton>
      <div className="relative h-14 min-w-0 flex-1 rounded-sm has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
        {decoded ? (
          <Waveform decoded={decoded} player={player} />
        ) : (
          <p className="absolute inset-0 flex items-center text-muted text-xs">{note}</p>
        )}
        {whole !== undefined && (
          <input
            type="range"
            aria-label="Position"
            aria-valuetext={`${timeInSound(seconds)} of ${timeInSound(whole)}`}
            min={0}
            max={whole}
            step={STEP_SECONDS}
            value={Math.min(seconds, whole)}
            onChange={(event) => player.seek(event.target.valueAsNumber)}
            className="absolute inset-0 size-full cursor-pointer opacity-0"
          />
        )}
      </div>
      <span className="shrink-0 text-right text-muted text-xs tabular-nums">
        {timeInSound(seconds)}
        {whole !== undefined && <span className="block">{timeInSound(whole)}</span>}
      </span>
    </div>
  );
}
