"use client";

import { useEffect, useState } from "react";
import { type DecodedSound, decodeSound } from "./decode-sound.ts";

type Outcome = { of: File; decoded: DecodedSound | undefined };

/** Decodes a sound: "decoding" until finished, undefined if it cannot be read. */
export function useDecodedSound(sound: File | undefined): DecodedSound | "decoding" | undefined {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    let isLeft = false;
    if (!sound) return;
    void decodeSound(sound).then((decoded) => !isLeft && setOutcome({ of: sound, decoded }));
    return () => {
      isLeft = true;
    };
  }, [sound]);
  return sound && outcome?.of === sound ? outcome.decoded : "decoding";
}
