ALTER TABLE "content_sessions" ADD COLUMN "checkpoint" jsonb;--> statement-breakpoint
ALTER TABLE "content_sessions" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_sessions" ADD COLUMN "renderer" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_sessions" ADD COLUMN "synced_from" jsonb DEFAULT '[]'::jsonb NOT NULL;