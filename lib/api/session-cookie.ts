/** Begins the name of every cookie that the console sets to sign users in. */
export const COOKIE_PREFIX = "switchboard";

/** The name of the cookie of a console session. */
export const SESSION_COOKIE = `${COOKIE_PREFIX}.session_token`;
