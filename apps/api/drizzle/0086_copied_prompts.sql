CREATE TABLE "copied_prompts" (
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"source_id" text NOT NULL,
	"copied_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "copied_prompts_account_id_kind_source_id_pk" PRIMARY KEY("account_id","kind","source_id")
);
--> statement-breakpoint
CREATE INDEX "copied_prompts_expiry" ON "copied_prompts" USING btree ("copied_at");--> statement-breakpoint
CREATE TRIGGER copied_prompts_not_erased BEFORE INSERT ON "copied_prompts" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
