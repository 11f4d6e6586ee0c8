CREATE TABLE "check_results" (
	"account_id" uuid NOT NULL,
	"session_id" text NOT NULL,
	"digest" text NOT NULL,
	"passed" jsonb NOT NULL,
	"checked_at" timestamp (3) with time zone NOT NULL,
	"passed_at" timestamp (3) with time zone,
	CONSTRAINT "check_results_account_id_session_id_pk" PRIMARY KEY("account_id","session_id")
);
--> statement-breakpoint
CREATE TRIGGER check_results_not_erased BEFORE INSERT ON "check_results" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
