"use client";

import { MoveHandle } from "#components/ui/display/move-handle.tsx";
import { type Credential, nameOf } from "../credential-status.tsx";

export type Drag = {
  dragged: Credential | undefined;
  start: (credential: Credential) => void;
  end: () => void;
};

type OrderHandleProps = {
  credential: Credential;
  place: number;
  places: number;
  /** Number of keys tried before its section. */
  before: number;
  drag: Drag;
  onMove: (credential: Credential, to: number) => void;
};

/** A provider key's place in the order, with a handle if there is another place. */
export function OrderHandle({ credential, place, places, before, drag, onMove }: OrderHandleProps) {
  if (places < 2) return <span className="inline-block pl-6 text-muted text-xs">{before + place + 1}</span>;
  return (
    <span className="flex items-center text-muted text-xs">
      <MoveHandle
        label={`Move ${nameOf(credential)}, ${place + 1} of ${places}`}
        place={place}
        places={places}
        row="tr"
        text={nameOf(credential)}
        onMove={(to) => onMove(credential, to)}
        onStart={() => drag.start(credential)}
        onEnd={drag.end}
      />
      {before + place + 1}
    </span>
  );
}
