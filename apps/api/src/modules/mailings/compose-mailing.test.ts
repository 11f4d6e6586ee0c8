import { expect, test } from 'vitest'
import { composeMailing } from './compose-mailing.ts'
import type { Prompt } from './decide-mailing.ts'

const academy = { webOrigin: 'https://academy.example.com', academyName: 'Academy', stripe: undefined }
const to = { to: 'ada@example.test', unsubscribeUrl: 'https://academy.example.com/end' }
const prompt = (id: string): Prompt => ({ id, name: `Prompt ${id}`, published_at: new Date(0), changed_at: new Date(0) })

test('MAIL-18 a mail about prompts lists ten, says which are new, and how many there are', () => {
  const added = Array.from({ length: 8 }, (_, index) => prompt(`new-${index}`))
  const changed = Array.from({ length: 4 }, (_, index) => prompt(`changed-${index}`))
  const mail = composeMailing({ kind: 'new_prompts', occasion: '2026-11', added, changed }, to, academy)
  expect(mail).toMatchObject({ ...to, subject: 'New and changed prompts' })
  expect(mail.text).toContain('Last month 12 prompts were added or changed')
  expect([mail.text.match(/: New\n/g)?.length, mail.text.match(/: Changed\n/g)?.length]).toEqual([8, 2])
  expect(mail.text).toContain('2 more in the Prompt Library:\nhttps://academy.example.com/resources\n')
  expect(mail.html).toContain('href="https://academy.example.com/resources/new-0"')
  const one = composeMailing({ kind: 'new_prompts', occasion: '2026-11', added: [prompt('a')], changed: [] }, to, academy)
  expect(one.text).toContain('Last month one prompt was added or changed')
  expect(one.text).not.toContain('more in')
})
