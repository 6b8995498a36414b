/** The environment variable that holds the caller's key in every sample; a key itself is never shown. */
export const KEY_VARIABLE = "SWITCHBOARD_KEY";
