import manifest from "../../../package.json" with { type: "json" };

/** The version of this gateway. */
export const { version } = manifest;
