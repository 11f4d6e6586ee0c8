CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_folded_last_name" ON "accounts" USING btree ((fold_text("last_name") collate "pg_c_utf8"),"account_id");
