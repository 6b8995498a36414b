/** Stands in text that is made at build time for the address that the reader reached the gateway at. */
export const ORIGIN = "{origin}";
