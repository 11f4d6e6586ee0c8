ALTER TABLE "content_files" ADD COLUMN "unused_since" timestamp (3) with time zone;--> statement-breakpoint
-- Files are compressed already; without another compression around them, a part is read without the rest.
ALTER TABLE "content_files" ALTER COLUMN "bytes" SET STORAGE EXTERNAL;
