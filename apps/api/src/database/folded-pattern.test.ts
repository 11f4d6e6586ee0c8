import { FOLDED_PAIRS } from '@academy/contract/testing/folded-pairs'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase } from '../testing/test-database.ts'
import { foldedPattern } from './folded-pattern.ts'

test('LEARN-62 the pattern of a text matches what is folded to the same text', async () => {
  const sql = postgres(await createEmptyDatabase(), { max: 1 })
  onTestFinished(() => sql.end())
  const isFound = async (query: string, text: string) => {
    const [row] = await sql`select ${text}::text ~* ${foldedPattern(query)}::text as found`
    return row?.found
  }
  for (const [query, text] of [...FOLDED_PAIRS, ['김', '김치'], ['[a] 50 %', '[A]\u00a050 %']] as const)
    expect(await isFound(query, text), query).toBe(true)
  for (const [query, text] of [
    ['a.c', 'abc'],
    ['(a|b)', 'a'],
    ['...', 'abc'],
    ['^', 'a'],
    ['\\d', '1'],
    ['हाथ', 'हिथ'],
  ] as const)
    expect(await isFound(query, text), query).toBe(false)
})
