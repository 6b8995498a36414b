ALTER TABLE "video_job" ADD COLUMN "prompt" text;--> statement-breakpoint
CREATE INDEX "video_job_with_prompt" ON "video_job" USING btree ("created_at") WHERE prompt is not null;