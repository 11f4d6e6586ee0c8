CREATE INDEX CONCURRENTLY IF NOT EXISTS "accounts_folded_full_name" ON "accounts" USING btree ((fold_text(("first_name" || ' ' || "last_name")) collate "pg_c_utf8"),"account_id");
