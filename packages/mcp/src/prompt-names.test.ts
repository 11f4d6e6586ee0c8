import { expect, test } from 'vitest'
import { libraryId, libraryName, ownNames, teamNames } from './prompt-names.ts'

test('MCP-02 the names of library prompts are their ids, and no own prompt can have the same name', () => {
  for (const id of ['write-a-brief', 'my-brief', 'team-brief', 'library-card', 'library-my-brief'])
    expect(libraryId(libraryName(id))).toBe(id)
  expect(libraryName('write-a-brief')).toBe('write-a-brief')
  expect([libraryId('my-brief'), libraryId('team-brief')]).toEqual([undefined, undefined])
  expect([...teamNames([{ id: '1', title: 'Ten Names', created_at: '2026-11-01T00:00:00.000Z' }]).keys()]).toEqual(['team-ten-names'])
})

test('MCP-02 own prompts with the same title have different names, and the oldest one keeps the plain name', () => {
  const prompt = (id: string, title: string, day: number) => ({
    id,
    title,
    created_at: `2026-11-0${day}T00:00:00.000Z`,
  })
  const names = ownNames([
    prompt('01a20c22-cccccccc', '¡Qué  tal?', 3),
    prompt('01a20c22-bbbbbbbb', 'Que tal', 2),
    prompt('01a20c22-dddddddd', 'que tal', 4),
    prompt('01a20c22-eeeeeeee', '…', 4),
    prompt('01a20c22-ffffffff', '  ', 5),
  ])
  expect([...names].map(([name, { id }]) => [name, id])).toEqual([
    ['my-que-tal', '01a20c22-bbbbbbbb'],
    ['my-que-tal-cccccccc', '01a20c22-cccccccc'],
    ['my-que-tal-dddddddd', '01a20c22-dddddddd'],
    ['my-prompt', '01a20c22-eeeeeeee'],
    ['my-prompt-ffffffff', '01a20c22-ffffffff'],
  ])
})

test.each([
  ['Café für Ödön', 'my-cafe-fur-odon'],
  ['Ελληνικός οδηγός', 'my-ελληνικος-οδηγος'],
  ['❤️ brief 1️⃣', 'my-brief-1'],
  ['Мой план', 'my-мой-план'],
  ['ガイド', 'my-ガイド'],
  ['ｶﾞｲﾄﾞ', 'my-ガイド'],
  ['हिन्दी', 'my-हिन्दी'],
  ['안녕', 'my-안녕'],
  ['𠮷'.repeat(70), `my-${'𠮷'.repeat(60)}`],
])('MCP-02 the name of an own prompt has the letters of its script: %s', (title, name) => {
  const [named] = ownNames([{ id: '01a20c22-bbbbbbbb', title: title.normalize('NFD'), created_at: '2026-11-02T00:00:00.000Z' }]).keys()
  expect(named).toBe(name)
})
