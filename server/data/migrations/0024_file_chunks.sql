CREATE TABLE "file_chunk" (
	"file_id" text NOT NULL,
	"model" text NOT NULL,
	"position" integer NOT NULL,
	"hash" text NOT NULL,
	"text" text NOT NULL,
	"vector" real[] NOT NULL,
	CONSTRAINT "file_chunk_file_id_model_position_pk" PRIMARY KEY("file_id","model","position")
);
--> statement-breakpoint
ALTER TABLE "file_chunk" ADD CONSTRAINT "file_chunk_file_id_file_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."file"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_chunk_hash" ON "file_chunk" USING btree ("hash","model");