/** The voices of Flite's package, the usual one first. */
export const FLITE_VOICES = ["slt", "awb", "kal16", "rms"];
