import { expect, test } from 'vitest'
import { libraryId, libraryName, ownNames } from './prompt-names.ts'

test('MCP-02 the names of library prompts are their ids, and no own prompt can have the same name', () => {
  for (const id of ['write-a-brief', 'my-brief', 'library-card', 'library-my-brief']) expect(libraryId(libraryName(id))).toBe(id)
  expect(libraryName('write-a-brief')).toBe('write-a-brief')
  expect(libraryId('my-brief')).toBeUndefined()
})

test('MCP-02 own prompts with the same title have different names, and the oldest one keeps the plain name', () => {
  const prompt = (id: string, title: string, day: number) => ({
    id,
    title,
    created_at: `2026-11-0${day}T00:00:00.000Z`,
  })
  const names = ownNames([
    prompt('cccccccc-3', '¡Qué  tal?', 3),
    prompt('bbbbbbbb-2', 'Que tal', 2),
    prompt('dddddddd-4', '…', 4),
    prompt('eeeeeeee-5', '  ', 5),
  ])
  expect([...names].map(([name, { id }]) => [name, id])).toEqual([
    ['my-que-tal', 'bbbbbbbb-2'],
    ['my-que-tal-cccccccc', 'cccccccc-3'],
    ['my-prompt', 'dddddddd-4'],
    ['my-prompt-eeeeeeee', 'eeeeeeee-5'],
  ])
})
