CREATE TABLE "prompt_versions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"prompt_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"content" text NOT NULL,
	"code" text,
	"tags" text[] NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	"size" integer GENERATED ALWAYS AS (length(title) + length(description) + length(content) + coalesce(length(code), 0)) STORED NOT NULL
);
--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "prompts" ADD COLUMN "favourite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "prompt_versions_newest" ON "prompt_versions" USING btree ("prompt_id","saved_at");--> statement-breakpoint
CREATE INDEX "prompt_versions_account" ON "prompt_versions" USING btree ("account_id","saved_at");
--> statement-breakpoint
CREATE TRIGGER prompt_versions_not_erased BEFORE INSERT ON "prompt_versions" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
--> statement-breakpoint
-- Keeps what a prompt was before a change. The limits are those of PROMPT_LIMITS, as a test checks.
CREATE FUNCTION keep_prompt_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO prompt_versions (prompt_id, account_id, title, description, content, code, tags, saved_at)
  VALUES (old.id, old.account_id, old.title, old.description, old.content, old.code, old.tags, old.updated_at);
  DELETE FROM prompt_versions WHERE id IN (
    SELECT id FROM (
      SELECT id, prompt_id, row_number() OVER (PARTITION BY prompt_id ORDER BY saved_at DESC, id DESC) AS place,
        sum(size) OVER (ORDER BY saved_at DESC, id DESC) AS text
      FROM prompt_versions WHERE account_id = old.account_id
    ) AS kept
    WHERE (prompt_id = old.id AND place > 20) OR text > 5000000
  );
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER prompts_keep_version AFTER UPDATE ON "prompts" FOR EACH ROW
WHEN ((old.title, old.description, old.content, old.code, old.tags) IS DISTINCT FROM (new.title, new.description, new.content, new.code, new.tags))
EXECUTE FUNCTION keep_prompt_version();
--> statement-breakpoint
CREATE FUNCTION delete_prompt_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prompt_versions WHERE prompt_id = old.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER prompts_delete_versions AFTER DELETE ON "prompts" FOR EACH ROW EXECUTE FUNCTION delete_prompt_versions();
