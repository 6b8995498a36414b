/** Placeholder, in text generated at build time, for the origin at which the reader uses the gateway. */
export const ORIGIN = "{origin}";
