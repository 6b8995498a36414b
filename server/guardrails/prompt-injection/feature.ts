/**
 * A phrase whose weight counts toward an attack. A passage is an attack when the weights of different kinds add up to 1
 * and at least one is a `directive`, which addresses the model. Without a directive, the text only talks about models.
 */
export type Feature = { weight: number; directive?: true; phrases: string };
