/**
 * Phrases that add up. A text is an attack when different kinds of them come to 1 within one stretch; a `directive` is
 * spoken to the model, and without one the others are talk about models.
 */
export type Feature = { weight: number; directive?: true; phrases: string };
