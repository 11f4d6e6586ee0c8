CREATE TABLE "content_resources" (
	"notion_page_id" text PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"last_edited_time" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"position" double precision,
	"tags" jsonb NOT NULL,
	"premium" boolean NOT NULL,
	"content" text NOT NULL,
	"code_sample" text NOT NULL,
	"related" jsonb NOT NULL,
	"parts" jsonb NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"renderer" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "content_resources_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
ALTER TABLE "content_tutorials" ALTER COLUMN "warnings" SET DEFAULT '[]'::jsonb;--> statement-breakpoint
ALTER TABLE "content_tutorials" ALTER COLUMN "renderer" SET DEFAULT 0;--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "video" text;--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "warnings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "content_courses" ADD COLUMN "renderer" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "content_sync_runs" ADD COLUMN "kind" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "content_sync_runs" ADD COLUMN "trigger" text DEFAULT 'schedule' NOT NULL;