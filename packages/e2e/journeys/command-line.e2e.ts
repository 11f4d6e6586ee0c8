import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { writeCli } from '@vibe-coding-academy/cli/bundling'
import { expectAccessible } from '../accessibility/check-page.ts'
import { createHolder } from '../fixtures/accounts.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

let folder: string
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'academy-vca-'))
  await writeCli(path.join(folder, 'dist'))
  const npm = async (cwd: string, ...args: string[]) => (await promisify(execFile)('npm', [...args, '--silent'], { cwd })).stdout.trim()
  const packed = await npm(folder, 'pack', './dist')
  await mkdir(path.join(folder, 'empty'))
  await npm(path.join(folder, 'empty'), 'install', path.join(folder, packed), '--offline', '--no-audit', '--no-fund')
  await mkdir(path.join(folder, 'programs'))
  for (const name of ['wl-copy', 'pbcopy']) {
    await writeFile(path.join(folder, 'programs', name), `#!/bin/sh\ncat > '${path.join(folder, 'copied.txt')}'\n`, { mode: 0o755 })
  }
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/** Starts the installed command line with settings of its own, and with a clipboard that is a file. */
function vca(...args: string[]) {
  const env = {
    PATH: [path.join(folder, 'programs'), process.env.PATH].join(path.delimiter),
    HOME: folder,
    XDG_CONFIG_HOME: path.join(folder, 'config'),
    WAYLAND_DISPLAY: 'wayland-0',
  }
  const cwd = path.join(folder, 'empty')
  const child = spawn(path.join(cwd, 'node_modules/.bin/vca'), args, { env, cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text
  })
  const exitCode = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
  return { output, exitCode }
}

test('CLI-03 CLI-04 CLI-05 CLI-10 CLI-12 a user signs the command line in, confirms its code in the browser, uses prompts, marks a tutorial as done, and revokes the token', async ({
  page,
}) => {
  const email = await createHolder('command-line', 'studio')
  await signIn(page, email, PASSWORD)
  const login = vca('login', '--url', webUrl(''), '--no-browser', '--name', 'My terminal')
  await expect.poll(() => login.output.stderr).toContain('/settings/tokens/confirm?code=')
  const [code = ''] = /[B-Z]{4}-[B-Z]{4}/.exec(login.output.stderr) ?? []
  const [url = ''] = /https?:\S+/.exec(login.output.stderr) ?? []

  await page.goto(url)
  await expect(page.getByText(code)).toBeVisible()
  await expect(page.getByRole('main')).toContainText('My terminal')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('“My terminal” is signed in')).toBeVisible()
  expect([await login.exitCode, login.output.stderr]).toEqual([0, expect.stringContaining(`as ${email}`)])

  const search = vca('search', 'decision', '--resources')
  expect([await search.exitCode, search.output.stdout]).toEqual([0, expect.stringContaining('resource\twrite-down-a-decision\t')])
  const save = vca('prompts', 'save', '--title', 'Ten names', '--description', 'For a name', '--content', 'Ten names for {{product}}.')
  expect(await save.exitCode).toBe(0)
  const copy = vca('get', save.output.stdout.trim(), '--field', 'product=tea', '--copy')
  expect([await copy.exitCode, copy.output.stderr]).toEqual([0, 'Copied "Ten names".\n'])
  expect(await readFile(path.join(folder, 'copied.txt'), 'utf8')).toBe('Ten names for tea.')
  await page.goto(webUrl('/my-prompts'))
  await expect(page.getByRole('heading', { name: 'Ten names' })).toBeVisible()

  const next = vca('next')
  expect(await next.exitCode).toBe(0)
  const done = vca('done')
  expect([await done.exitCode, done.output.stderr]).toEqual([0, expect.stringMatching(/^Done: \S+\. 1 of \d+ tutorials are done\./)])
  await page.goto(next.output.stdout.trim().split('\t')[2] ?? '')
  await expect(page.getByRole('button', { name: 'Mark as not done' })).toBeVisible()

  await page.goto(webUrl('/settings/tokens'))
  await page.getByRole('button', { name: 'Revoke My terminal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('No access tokens yet')).toBeVisible()
  const refused = vca('next')
  expect([await refused.exitCode, refused.output.stderr]).toEqual([3, 'Your token was revoked. Run `vca login`.\n'])
  const { token } = JSON.parse(await readFile(path.join(folder, 'config/vca/login.json'), 'utf8'))
  expect(login.output.stdout + login.output.stderr).not.toContain(token)
})
