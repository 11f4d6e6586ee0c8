-- Folds a text as foldText of the contract does (packages/contract/src/fold-text.ts), for indexes; a test compares both.
CREATE FUNCTION fold_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN regexp_replace(regexp_replace(
	replace(replace(replace(
		translate(
			lower(regexp_replace(
				normalize(translate(value, '‘’‛ʻʼ′´“”„‟«»″', $$'''''''"""""""$$), NFKD),
				'[\u00ad\u0300-\u036f\u0485-\u0486\u064b-\u0655\u0670\u0951-\u0954\u1ab0-\u1aff\u1cd0-\u1cd2\u1cd4-\u1ce0\u1ce2-\u1ce8\u1ced\u1cf4\u1cf8-\u1cf9\u1dc0-\u1dff\u200b-\u200d\u2060\u20d0-\u20f0\u302a-\u302d\u3099-\u309a\ufe00-\ufe0f\ufe20-\ufe2d\ufeff]', '', 'g'
			) COLLATE "pg_c_utf8"),
			'øđłıς', 'odliσ'
		), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
	'[\u002d\u058a\u05be\u1400\u1806\u2010-\u2015\u2212\u2e17\u2e1a\u2e3a-\u2e3b\u2e40\u2e5d\u301c\u3030\u30a0\ufe31-\ufe32\ufe58\ufe63\uff0d]', '-', 'g'),
	'[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028-\u2029\u202f\u205f\u3000]+', ' ', 'g');
