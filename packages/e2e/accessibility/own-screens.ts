import { openFreeTutorial } from '../fixtures/course.ts'
import { showChangedOriginal, showPrompts } from '../fixtures/prompts.ts'
import { expect, openDashboard } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { expectAccessible } from './check-page.ts'
import { at, type Screen } from './screen.ts'

/** The API's response to a change of an outdated version. */
const conflict = (message: string) => ({
  status: 409,
  json: { success: false, error: message, message, code: 'conflict', fields: { updated_at: message } },
})

/** Screens with a user's own data: prompts, notes, access tokens. */
export const ownScreens: Screen[] = [
  { name: 'my prompts, none yet', as: 'bundle@academy.test', open: at('/my-prompts', /My Prompts/) },
  {
    name: 'my prompts, nearly full, with a menu open',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 990)
      await at('/my-prompts', /My Prompts/)(page)
      await expect(page.getByText('Room for 10 more')).toBeVisible()
      await page.getByRole('button', { name: /^Actions for Prompt 1:/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    },
  },
  {
    name: 'my prompts, before one is deleted',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 3)
      await page.goto(webUrl('/my-prompts'))
      await page.getByRole('button', { name: /^Actions for Prompt 1:/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'a new prompt, refused',
    as: 'studio@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/my-prompts'))
      await page.getByRole('button', { name: 'New Prompt' }).click()
      await page.getByLabel('Title').fill('x'.repeat(201))
      await page.getByRole('button', { name: 'Create Prompt' }).click()
      await expect(page.getByText(/^Please fill in all required fields/)).toBeVisible()
    },
  },
  {
    name: 'a prompt, two versions of it',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 1)
      await page.route(/\/api\/prompts\/p0\?/, (route) => route.fulfill(conflict('This prompt was changed.')))
      await page.goto(webUrl('/my-prompts'))
      await page.getByRole('button', { name: /^Actions for Prompt 0:/ }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByLabel('Description').fill('Mine')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByRole('dialog', { name: 'Two versions of this prompt' })).toBeVisible()
    },
  },
  {
    name: 'my prompt',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 1)
      await at('/my-prompts/p0', /Prompt 0/)(page)
    },
  },
  {
    name: 'a saved prompt and its original, its versions, and an import with an invalid file',
    as: 'studio@academy.test',
    open: async (page) => {
      await showPrompts(page, 1)
      await showChangedOriginal(page)
      await at('/my-prompts/p0', /Prompt 0/)(page)
      await page.getByRole('button', { name: 'Compare' }).click()
      await expect(page.getByRole('dialog', { name: 'The original has changed' }).locator('ins').nth(1)).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Versions' }).click()
      await expect(page.getByRole('button', { name: 'Restore this version' })).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Back to My Prompts' }).click()
      await page.getByRole('button', { name: 'Import' }).click()
      const files = ['---\ntitle: A\ndescription: B\n---\nC\n', 'no prompt'].map((text, index) => ({
        name: `prompts-${index}.md`,
        mimeType: 'text/markdown',
        buffer: Buffer.from(text),
      }))
      await page.getByLabel('Markdown files').setInputFiles(files)
      await expect(page.getByText('prompts-1.md is not imported')).toBeVisible()
    },
  },
  {
    name: 'notes, with an own note that has two versions',
    as: 'learner@academy.test',
    open: async (page) => {
      await page.route(/\/api\/tutorials\/[^/]+\/note$/, (route) => {
        if (route.request().method() === 'PUT') return route.fulfill(conflict('This note was changed.'))
        return route.fulfill({ json: { tutorial_id: 'any', text: `Version of ${Date.now()}`, updated_at: new Date().toISOString() } })
      })
      await openDashboard(page)
      await openFreeTutorial(page)
      await page.getByRole('textbox', { name: /^Your note on/ }).fill('Mine')
      await expect(page.getByText('This note was changed in another tab or on another device')).toBeVisible()
    },
  },
  {
    name: 'notes',
    as: 'learner@academy.test',
    open: async (page) => {
      const tutorial = { name: 'Write a brief that gets built', session_id: 'any', session_name: 'Start', course_id: 'master-course' }
      const notes = ['# Plan\n\n- one\n- two', 'Word\n'.repeat(20)].map((text, index) => ({
        tutorial_id: `t${index}`,
        text,
        updated_at: '2026-03-01T12:00:00.000Z',
        tutorial: index === 0 ? tutorial : null,
      }))
      await page.route(/\/api\/notes$/, (route) => route.fulfill({ json: notes }))
      await at('/notes', /Notes/)(page)
      await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible()
    },
  },
  {
    name: 'access tokens, with a new one shown once',
    as: 'learner@academy.test',
    open: async (page) => {
      const dates = { created_at: '2026-03-01T12:00:00.000Z', expires_at: '2099-03-01T12:00:00.000Z', last_used_at: null }
      const token = { id: 'any', name: 'Laptop', prefix: 'vca_Ab3d', scopes: ['content:read'], ...dates }
      const expired = { ...token, id: 'old', name: 'Old script', expires_at: '2026-03-02T12:00:00.000Z' }
      await page.route(/\/api\/tokens$/, (route) =>
        route.request().method() === 'GET'
          ? route.fulfill({ json: { tokens: [token, expired] } })
          : route.fulfill({ status: 201, json: { ...token, token: `vca_${'Ab3d'.repeat(10)}` } }),
      )
      await at('/settings/tokens', /Access tokens/)(page)
      await page.getByRole('button', { name: 'New token' }).click()
      await page.getByRole('button', { name: 'Create token' }).click()
      await expect(page.getByText('Choose at least one.')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('textbox', { name: 'Name' }).fill('Laptop')
      await page.getByRole('checkbox', { name: /^content:read/ }).check()
      await page.getByRole('button', { name: 'Create token' }).click()
      await expect(page.getByRole('dialog', { name: '“Laptop” is ready' })).toBeVisible()
    },
  },
]
