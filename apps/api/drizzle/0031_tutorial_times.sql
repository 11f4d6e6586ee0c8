ALTER TABLE "content_tutorials" ADD COLUMN "read_minutes" double precision;--> statement-breakpoint
ALTER TABLE "content_tutorials" ADD COLUMN "build_minutes" double precision;