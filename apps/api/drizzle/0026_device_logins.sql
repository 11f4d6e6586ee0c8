CREATE TABLE "device_logins" (
	"device_code_hash" text PRIMARY KEY NOT NULL,
	"user_code_hash" text NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"ip" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"decision" text,
	"account_id" uuid,
	CONSTRAINT "device_logins_user_code" UNIQUE("user_code_hash")
);
--> statement-breakpoint
CREATE INDEX "device_logins_account" ON "device_logins" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "device_logins_expiry" ON "device_logins" USING btree ("expires_at");
--> statement-breakpoint
CREATE TRIGGER device_logins_not_erased BEFORE INSERT OR UPDATE ON "device_logins" FOR EACH ROW EXECUTE FUNCTION refuse_erased_accounts();
