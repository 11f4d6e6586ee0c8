import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '@academy/operator'
import { contentFolder, loadSampleContent } from '@academy/sample-content'
import { expectAccessible } from '../accessibility/check-page.ts'
import { publishEdits } from '../fixtures/notion.ts'
import { expect, test } from '../fixtures/test.ts'
import { apiUrl, secret, webUrl } from '../fixtures/urls.ts'

const SLUG = 'agree-on-one-word-for-each-thing'
const item = loadSampleContent().library.find(({ slug }) => slug === SLUG)
const GOOD = `A seat is a paid place.

| Thing | Words in use | Suggested word | Words to retire | Why |
| --- | --- | --- | --- | --- |
| account | company 5, account 3 | account | company | fits on a button |`
const BAD = 'I do not know.'
const operator = path.join(projectRoot, 'packages/operator/src')

test.describe.configure({ timeout: 240_000 })

test('PROOF-01 PROOF-05 PROOF-06 PROOF-07 PROOF-08 what a tool made of a prompt is on its page, at /proof and in the API, and /welcome leads to it', async ({
  page,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'academy-proof-'))
  try {
    const content = path.join(folder, 'content')
    for (const name of ['content', 'prompts', 'project'])
      cpSync(path.join(contentFolder, '..', name), path.join(folder, name), { recursive: true })
    writeFileSync(path.join(folder, 'prompt.json'), JSON.stringify([GOOD, BAD, GOOD, GOOD]))
    writeFileSync(path.join(folder, 'baseline.json'), JSON.stringify([BAD, BAD, GOOD, BAD]))
    const academy = async (...args: string[]) => {
      const [, firstWords = ''] = /^## Prompt\n[\s\S]*?```text\n(.{20})/m.exec(item?.body ?? '') ?? []
      const env = {
        ...{ ...process.env, FAKE_TOOL: folder, FAKE_PROMPT: firstWords, NOTION_TOKEN: secret('ACADEMY_NOTION_TOKEN') },
        ...{ NOTION_BASE_URL: secret('ACADEMY_NOTION_URL'), NOTION_ROOT_PAGE_ID: secret('ACADEMY_NOTION_ROOT_PAGE_ID') },
      }
      return (await promisify(execFile)(process.execPath, [path.join(operator, 'cli.ts'), ...args], { env })).stdout
    }
    const command = [process.execPath, path.join(operator, 'prompt-tries/testing/fake-tool.mjs'), '-p']
    const options = ['--runs', '4', '--prompt', SLUG, '--tool', 'Fake', '--tool-version', '1.2', '--content', content]
    expect(await academy('prompts:try', ...options, '--', ...command)).toContain(`${SLUG}: 3 of 4 passed, 1 of 4 without the prompt`)
    expect(await academy('content:push', '--content', content)).toMatch(/ 0 created, 1 updated, \d+ unchanged/)
  } finally {
    rmSync(folder, { recursive: true })
  }
  await publishEdits(page)

  await page.goto(webUrl(`/resources/${SLUG}`))
  const counts = /^Fake 1\.2, .+: 3 of 4 answers passed with this prompt \(95% interval: 30 to 95%\), and 1 of 4 without it \(5 to 70%\)\./
  await expect(page.getByText(counts)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy/ }).first()).toBeVisible()
  await expectAccessible(page)

  const { data } = await (await fetch(apiUrl('/api/proof'))).json()
  expect(data.resources).toBeGreaterThan(data.results.length)
  expect(data.results).toContainEqual({
    ...{ id: SLUG, name: item?.name },
    result: expect.objectContaining({ tool: 'Fake', version: '1.2', runs: 4, passed: 3, baseline: 1 }),
  })

  // the pages for visitors may be cached for some seconds
  const link = page.getByRole('link', { name: 'What the prompts do, counted' })
  await expect(async () => {
    await page.goto(webUrl('/welcome'))
    await expect(link).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await link.click()
  await expect(page.getByRole('heading', { level: 1, name: 'What the prompts do, counted' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Open your course' })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: item?.name ?? '' })
  await expect(row.getByText(counts)).toBeVisible()
  await expectAccessible(page)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(row.getByText(counts)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await row.getByRole('link', { name: item?.name ?? '' }).click()
  await expect(page).toHaveURL(new RegExp(`/resources/${SLUG}$`))
})
