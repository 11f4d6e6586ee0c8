CREATE TABLE "webhook_attempts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"endpoint_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"milliseconds" integer NOT NULL,
	"status" integer,
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"secret_version" integer DEFAULT 1 NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"position" bigint NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"claim" uuid,
	"paused_at" timestamp (3) with time zone,
	"paused_by" text
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"position" bigint,
	"type" text NOT NULL,
	"account_id" uuid NOT NULL,
	"recorded_at" timestamp (6) with time zone DEFAULT clock_timestamp() NOT NULL,
	"data" jsonb NOT NULL,
	CONSTRAINT "webhook_events_position_unique" UNIQUE("position")
);
--> statement-breakpoint
CREATE INDEX "webhook_attempts_newest" ON "webhook_attempts" USING btree ("endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_attempts_at" ON "webhook_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "webhook_events_account" ON "webhook_events" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "webhook_events_recorded" ON "webhook_events" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "webhook_events_unnumbered" ON "webhook_events" USING btree ("recorded_at","id") WHERE "webhook_events"."position" is null;
--> statement-breakpoint
-- Writes the events of a changed row. Without an endpoint for their type it writes none.
CREATE FUNCTION record_webhook_event() RETURNS trigger LANGUAGE plpgsql SET timezone = 'UTC' AS $$
DECLARE
  types text[] := '{}';
  details jsonb;
BEGIN
  IF NOT EXISTS (SELECT FROM webhook_endpoints) THEN
    RETURN NULL;
  END IF;
  CASE TG_TABLE_NAME
    WHEN 'purchases' THEN
      IF TG_OP = 'INSERT' THEN types := types || 'purchase.paid'::text; END IF;
      IF new.refunded_amount > 0 THEN types := types || 'payment.refunded'::text; END IF;
      details := jsonb_build_object('payment_id', new.id, 'offer', new.offer, 'amount', new.amount, 'refunded_amount', new.refunded_amount,
        'currency', new.currency, 'paid_at', new.paid_at);
    WHEN 'charges' THEN
      types := '{payment.refunded}';
      details := jsonb_build_object('payment_id', new.id, 'offer', CASE new.kind WHEN 'studio_month' THEN 'studio' END, 'amount', new.amount,
        'refunded_amount', new.refunded_amount, 'currency', new.currency, 'paid_at', new.paid_at);
    WHEN 'subscriptions' THEN
      types := '{subscription.changed}';
      details := jsonb_build_object('subscription_id', new.id, 'offer', new.offer, 'status', new.status, 'payment', new.payment,
        'started_at', new.started_at, 'current_period_end', new.current_period_end, 'cancel_at', new.cancel_at, 'ended_at', new.ended_at);
    WHEN 'tutorial_progress' THEN
      IF TG_OP = 'INSERT' THEN types := types || 'tutorial.started'::text; END IF;
      IF new.done THEN types := types || 'tutorial.completed'::text; END IF;
      details := jsonb_build_object('tutorial_id', new.tutorial_id);
    WHEN 'check_results' THEN
      types := '{session.checked}';
      details := jsonb_build_object('session_id', new.session_id);
    WHEN 'certificates' THEN
      types := '{certificate.issued}';
      details := jsonb_build_object('certificate_id', new.id, 'course_id', new.course_id);
    WHEN 'erased_accounts' THEN
      types := '{account.erased}';
      details := '{}';
  END CASE;
  -- One row after the other, so that each has a later time than the one before.
  FOR place IN 1 .. coalesce(array_length(types, 1), 0) LOOP
    INSERT INTO webhook_events (type, account_id, data)
    SELECT types[place], new.account_id, details WHERE EXISTS (SELECT FROM webhook_endpoints WHERE types[place] = ANY (events));
  END LOOP;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER purchases_webhook_insert AFTER INSERT ON "purchases" FOR EACH ROW EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER purchases_webhook_update AFTER UPDATE ON "purchases" FOR EACH ROW
WHEN (new.refunded_amount > old.refunded_amount) EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER charges_webhook_insert AFTER INSERT ON "charges" FOR EACH ROW
WHEN (new.refunded_amount > 0) EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER charges_webhook_update AFTER UPDATE ON "charges" FOR EACH ROW
WHEN (new.refunded_amount > old.refunded_amount) EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER subscriptions_webhook_insert AFTER INSERT ON "subscriptions" FOR EACH ROW EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER subscriptions_webhook_update AFTER UPDATE ON "subscriptions" FOR EACH ROW
WHEN ((old.status, old.payment, old.current_period_end, old.cancel_at, old.ended_at)
  IS DISTINCT FROM (new.status, new.payment, new.current_period_end, new.cancel_at, new.ended_at))
EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER tutorial_progress_webhook_insert AFTER INSERT ON "tutorial_progress" FOR EACH ROW EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER tutorial_progress_webhook_update AFTER UPDATE ON "tutorial_progress" FOR EACH ROW
WHEN (new.done AND NOT old.done) EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER check_results_webhook_insert AFTER INSERT ON "check_results" FOR EACH ROW
WHEN (new.passed_at IS NOT NULL) EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER check_results_webhook_update AFTER UPDATE ON "check_results" FOR EACH ROW
WHEN (new.passed_at IS NOT NULL AND old.passed_at IS NULL) EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER certificates_webhook_insert AFTER INSERT ON "certificates" FOR EACH ROW EXECUTE FUNCTION record_webhook_event();
--> statement-breakpoint
CREATE TRIGGER erased_accounts_webhook_insert AFTER INSERT ON "erased_accounts" FOR EACH ROW EXECUTE FUNCTION record_webhook_event();
