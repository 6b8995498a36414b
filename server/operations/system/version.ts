import manifest from "../../../package.json" with { type: "json" };

/** Of this gateway. */
export const { version } = manifest;
