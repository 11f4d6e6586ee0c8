CREATE TABLE "tutorial_answers" (
	"account_id" uuid NOT NULL,
	"tutorial_id" text NOT NULL,
	"text_hash" text NOT NULL,
	"worked" boolean NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"system" text,
	"tool" text,
	"with_name" boolean DEFAULT false NOT NULL,
	"answered_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tutorial_answers_account_id_tutorial_id_text_hash_pk" PRIMARY KEY("account_id","tutorial_id","text_hash")
);
--> statement-breakpoint
CREATE INDEX "tutorial_answers_tutorial" ON "tutorial_answers" USING btree ("tutorial_id","worked");
--> statement-breakpoint
CREATE TRIGGER tutorial_answers_not_erased BEFORE INSERT ON "tutorial_answers" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
