ALTER TABLE "generation_content" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "generation_content" ADD COLUMN "size_bytes" integer;