-- What is in the practice database? One row is a table or a kind of event.
SELECT 'accounts' AS what, count(*) AS "rows", count(*) AS accounts, min(signed_up) AS first, max(signed_up) AS last
FROM accounts
UNION ALL
SELECT name, count(*), count(DISTINCT account_id), min(day), max(day)
FROM events
GROUP BY name;
-- Prints:
-- what accounts, rows 618, accounts 618, first 2026-01-01, last 2026-06-28
-- what draft, rows 407, accounts 326, first 2026-01-01, last 2026-06-30
-- what invoice, rows 604, accounts 240, first 2026-01-03, last 2026-06-30
