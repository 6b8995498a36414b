/** The field's published clients send the second prefix. */
export const TOOL_PREFIX = /^(?:switchboard|openrouter):/;
