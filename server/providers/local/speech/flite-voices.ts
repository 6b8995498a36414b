/** The voices of the Flite package, the default first. */
export const FLITE_VOICES = ["slt", "awb", "kal16", "rms"];
