-- Of the accounts of May, how many do each step within 14 days of signing up?
WITH asked AS (
  SELECT id, signed_up, date(signed_up, '+14 days') AS last_day
  FROM accounts
  WHERE is_internal = 0 AND signed_up >= '2026-05-01' AND signed_up < '2026-06-01'
),
steps AS (
  SELECT id, max(name = 'draft') AS drafted, max(name = 'invoice') AS sent
  FROM asked JOIN events ON account_id = id AND day BETWEEN signed_up AND last_day
  GROUP BY id
)
SELECT count(*) AS signed_up, sum(drafted) AS drafted, sum(drafted AND sent) AS drafted_and_sent,
  sum(sent AND NOT drafted) AS sent_without_draft
FROM asked LEFT JOIN steps USING (id);
-- Prints:
-- signed_up 140, drafted 85, drafted_and_sent 27, sent_without_draft 12
