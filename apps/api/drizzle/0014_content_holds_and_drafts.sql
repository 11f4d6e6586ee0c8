CREATE TABLE "content_databases" (
	"kind" text PRIMARY KEY NOT NULL,
	"root_page_id" text NOT NULL,
	"database_id" text NOT NULL,
	"data_source_id" text NOT NULL,
	"accepted_slug" text,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_drafts" (
	"notion_page_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"last_edited_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_synced_sources" (
	"page_id" text PRIMARY KEY NOT NULL,
	"last_edited_time" timestamp (3) with time zone,
	"checked_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "properties_digest" text;--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "synced_from" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_refusals" ADD COLUMN "properties_digest" text;--> statement-breakpoint
ALTER TABLE "content_resources" ADD COLUMN "properties_digest" text;--> statement-breakpoint
ALTER TABLE "content_resources" ADD COLUMN "synced_from" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_sessions" ADD COLUMN "properties_digest" text;--> statement-breakpoint
ALTER TABLE "content_sync_runs" ADD COLUMN "holds" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_sync_runs" ADD COLUMN "confirmation_key" text;--> statement-breakpoint
ALTER TABLE "content_tutorials" ADD COLUMN "properties_digest" text;--> statement-breakpoint
ALTER TABLE "content_tutorials" ADD COLUMN "synced_from" jsonb DEFAULT '[]'::jsonb NOT NULL;