CREATE TABLE "prompts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"content" text NOT NULL,
	"code" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"size" integer GENERATED ALWAYS AS (length(title) + length(description) + length(content) + coalesce(length(code), 0)) STORED NOT NULL
);
--> statement-breakpoint
CREATE INDEX "prompts_newest" ON "prompts" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);