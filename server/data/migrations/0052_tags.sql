ALTER TABLE "api_key" ADD COLUMN "tags" text[];--> statement-breakpoint
ALTER TABLE "batch" ADD COLUMN "tags" text[];--> statement-breakpoint
ALTER TABLE "generation" ADD COLUMN "tags" text[];--> statement-breakpoint
CREATE INDEX "generation_tags" ON "generation" USING gin ("tags") WHERE tags is not null;