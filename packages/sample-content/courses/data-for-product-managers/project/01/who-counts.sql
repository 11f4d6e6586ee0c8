-- How many customers? Each rule is one row, and each rule is stricter than the one above it.
WITH ours AS (
  SELECT DISTINCT account_id, day >= '2026-06-01' AND day < '2026-07-01' AS in_june
  FROM events JOIN accounts ON id = account_id
  WHERE name = 'invoice' AND is_internal = 0 AND closed_on IS NULL
)
SELECT 'every row' AS rule, count(*) AS customers FROM accounts
UNION ALL
SELECT 'without colleagues', count(*) FROM accounts WHERE is_internal = 0
UNION ALL
SELECT 'and not closed', count(*) FROM accounts WHERE is_internal = 0 AND closed_on IS NULL
UNION ALL
SELECT 'and has sent an invoice', count(DISTINCT account_id) FROM ours
UNION ALL
SELECT 'and sent one in June', count(*) FROM ours WHERE in_june;
-- Prints:
-- rule every row, customers 618
-- rule without colleagues, customers 600
-- rule and not closed, customers 533
-- rule and has sent an invoice, customers 222
-- rule and sent one in June, customers 134
