CREATE TABLE "personal_access_tokens" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"prefix" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "personal_access_tokens_hash" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "personal_access_tokens_account" ON "personal_access_tokens" USING btree ("account_id");
--> statement-breakpoint
CREATE TRIGGER personal_access_tokens_not_erased BEFORE INSERT ON "personal_access_tokens" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
