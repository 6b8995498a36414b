ALTER TABLE "video_job" ADD COLUMN "videos_removed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "video_job_with_videos" ON "video_job" USING btree ("completed_at") WHERE file_ids <> '{}' and videos_removed_at is null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_time" ON "webhook_delivery" USING btree ("created_at");