CREATE TABLE "content_courses" (
	"notion_page_id" text PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"last_edited_time" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "content_courses_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
CREATE TABLE "content_file_uses" (
	"notion_page_id" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "content_file_uses_notion_page_id_hash_pk" PRIMARY KEY("notion_page_id","hash")
);
--> statement-breakpoint
CREATE TABLE "content_files" (
	"hash" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_refusals" (
	"notion_page_id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"rule" text NOT NULL,
	"reason" text NOT NULL,
	"last_edited_time" timestamp (3) with time zone NOT NULL,
	"may_pass_later" boolean NOT NULL,
	"renderer" integer NOT NULL,
	"refused_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_sessions" (
	"notion_page_id" text PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"last_edited_time" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"course_page_id" text NOT NULL,
	"position" double precision,
	"free" boolean NOT NULL,
	CONSTRAINT "content_sessions_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
CREATE TABLE "content_sync_runs" (
	"run_id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"result" text DEFAULT 'running' NOT NULL,
	"error" text,
	"listed" integer DEFAULT 0 NOT NULL,
	"fetched" integer DEFAULT 0 NOT NULL,
	"published" integer DEFAULT 0 NOT NULL,
	"unpublished" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	"refusals" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_tutorials" (
	"notion_page_id" text PRIMARY KEY NOT NULL,
	"public_id" text NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"last_edited_time" timestamp (3) with time zone NOT NULL,
	"digest" text NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"published_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"session_page_id" text NOT NULL,
	"position" double precision,
	"free" boolean NOT NULL,
	"vip" boolean NOT NULL,
	"duration" double precision,
	"feedback" text,
	"parts" jsonb NOT NULL,
	"diagram" text,
	"warnings" jsonb NOT NULL,
	"renderer" integer NOT NULL,
	CONSTRAINT "content_tutorials_public_id_unique" UNIQUE("public_id")
);
--> statement-breakpoint
ALTER TABLE "content_file_uses" ADD CONSTRAINT "content_file_uses_hash_content_files_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."content_files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "content_file_uses_hash" ON "content_file_uses" USING btree ("hash");