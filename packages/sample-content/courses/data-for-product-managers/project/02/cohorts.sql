-- Of the accounts of a month, how many send an invoice one, two and three months later? A month that isn't over stays empty.
WITH starts AS (
  SELECT id, substr(signed_up, 1, 7) AS month,
    date(signed_up, 'start of month', '+1 month') AS one,
    date(signed_up, 'start of month', '+2 months') AS two,
    date(signed_up, 'start of month', '+3 months') AS three
  FROM accounts
  WHERE is_internal = 0
),
active AS (
  SELECT DISTINCT account_id, date(day, 'start of month') AS month FROM events WHERE name = 'invoice'
)
SELECT starts.month, count(DISTINCT id) AS accounts,
  CASE WHEN one < '2026-07-01' THEN sum(active.month = one) END AS one_later,
  CASE WHEN two < '2026-07-01' THEN sum(active.month = two) END AS two_later,
  CASE WHEN three < '2026-07-01' THEN sum(active.month = three) END AS three_later
FROM starts LEFT JOIN active ON account_id = id
GROUP BY starts.month;
-- Prints:
-- month 2026-01, accounts 80, one_later 28, two_later 25, three_later 22
-- month 2026-02, accounts 80, one_later 27, two_later 20, three_later 13
-- month 2026-03, accounts 80, one_later 30, two_later 24, three_later 18
-- month 2026-04, accounts 80, one_later 28, two_later 20, three_later empty
-- month 2026-05, accounts 140, one_later 39, two_later empty, three_later empty
-- month 2026-06, accounts 140, one_later empty, two_later empty, three_later empty
