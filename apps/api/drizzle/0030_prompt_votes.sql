CREATE TABLE "prompt_votes" (
	"account_id" uuid NOT NULL,
	"resource_id" text NOT NULL,
	"text_hash" text NOT NULL,
	"worked" boolean NOT NULL,
	"voted_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prompt_votes_account_id_resource_id_text_hash_pk" PRIMARY KEY("account_id","resource_id","text_hash")
);
--> statement-breakpoint
ALTER TABLE "content_resources" ADD COLUMN "tried_with" text;--> statement-breakpoint
ALTER TABLE "content_resources" ADD COLUMN "tried_on" date;--> statement-breakpoint
CREATE INDEX "prompt_votes_resource" ON "prompt_votes" USING btree ("resource_id","text_hash");
--> statement-breakpoint
CREATE TRIGGER prompt_votes_not_erased BEFORE INSERT ON "prompt_votes" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
