/** The `format` of Google's signatures in `reasoning_details`. */
export const GOOGLE_FORMAT = "google-gemini-v1";
