import { type ClassValue, clsx } from "clsx";

/**
 * Joins class names. Two that set the same property are a mistake (tests/components/class-names.test.ts), unless the
 * first is a component's default, marked `base:` (app/globals.css).
 */
export function cn(...classes: ClassValue[]): string {
  return clsx(classes);
}
