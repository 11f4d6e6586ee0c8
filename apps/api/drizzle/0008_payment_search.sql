CREATE INDEX "purchases_payment_intent" ON "purchases" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "purchases_charge" ON "purchases" USING btree ("charge_id");