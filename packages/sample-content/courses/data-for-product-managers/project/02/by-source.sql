-- Of the accounts that have had 14 days, how many sent an invoice in time? First all together, then by where they come from.
WITH asked AS (
  SELECT source, CASE WHEN signed_up < '2026-05-01' THEN 'before May' ELSE 'since May' END AS period,
    EXISTS (
      SELECT 1 FROM events
      WHERE account_id = id AND name = 'invoice' AND day BETWEEN signed_up AND date(signed_up, '+14 days')
    ) AS sent
  FROM accounts
  WHERE is_internal = 0 AND date(signed_up, '+14 days') <= '2026-06-30'
)
SELECT '(all)' AS source, period, count(*) AS accounts, sum(sent) AS sent, round(100.0 * sum(sent) / count(*)) AS percent
FROM asked
GROUP BY period
UNION ALL
SELECT source, period, count(*), sum(sent), round(100.0 * sum(sent) / count(*))
FROM asked
GROUP BY source, period
ORDER BY source, period;
-- Prints:
-- source (all), period before May, accounts 320, sent 106, percent 33
-- source (all), period since May, accounts 231, sent 56, percent 24
-- source ads, period before May, accounts 40, sent 3, percent 8
-- source ads, period since May, accounts 132, sent 17, percent 13
-- source partner, period before May, accounts 120, sent 53, percent 44
-- source partner, period since May, accounts 30, sent 14, percent 47
-- source search, period before May, accounts 160, sent 50, percent 31
-- source search, period since May, accounts 69, sent 25, percent 36
