/**
 * Phrases whose weights add up. A text is an attack if different kinds of them reach 1 within one stretch; a
 * `directive` addresses the model, and without one the others only talk about models.
 */
export type Feature = { weight: number; directive?: true; phrases: string };
