import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startListeningAcademy } from '@academy/api/testing/listening-academy'
import { createClient } from '@vibe-coding-academy/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCli } from '../run-cli.ts'
import { startProxyPage } from '../testing/proxy-page.ts'

const academy = await startListeningAcademy()

const { stdin, stderr } = process
const wereTerminals = [stdin.isTTY, stderr.isTTY] as const
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-edit-'))
  vi.stubEnv('TMPDIR', folder)
  stdin.isTTY = stderr.isTTY = true
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  ;[stdin.isTTY, stderr.isTTY] = wereTerminals
  rmSync(folder, { recursive: true })
})

async function newPrompt() {
  const author = await academy.newAccount({ packages: ['studio'] })
  const { prompts } = createClient({ baseUrl: academy.url, token: author.token })
  const prompt = await prompts.create({ body: { title: 'Names', description: 'For a name', content: 'Ten names.' } })
  return { author, prompt, reload: () => prompts.get({ params: { id: prompt.id } }) }
}

/** Edits a prompt on a terminal, with a script of the shell as the editor. */
async function edit(id: string, token: string, script: string, url = academy.url) {
  const editor = path.join(folder, 'editor.sh')
  writeFileSync(editor, script)
  let messages = ''
  vi.spyOn(stderr, 'write').mockImplementation((text) => {
    messages += text
    return true
  })
  const code = await runCli(['prompts', 'edit', id], { VCA_URL: url, VCA_TOKEN: token, EDITOR: `sh ${editor}` })
  vi.restoreAllMocks()
  return { code, messages, filesLeft: readdirSync(folder).filter((name) => name.startsWith('vca-')) }
}

test('CLI-05 a final line break, which editors add, does not change a prompt', async () => {
  const { author, prompt, reload } = await newPrompt()
  expect(await edit(prompt.id, author.token, 'echo >> "$1"')).toEqual({ code: 0, messages: 'Nothing changed.\n', filesLeft: [] })
  expect((await reload()).updated_at).toBe(prompt.updated_at)
  expect(await edit(prompt.id, author.token, 'echo Short ones. >> "$1"')).toMatchObject({ code: 0, messages: 'Changed "Names".\n' })
  expect((await reload()).content).toBe('Ten names.Short ones.')
})

test('CLI-05 CLI-08 a failed save says what to do and where the text is', async () => {
  const { author, prompt } = await newPrompt()
  const save = `/api/prompts/${prompt.id}?${new URLSearchParams({ updated_at: prompt.updated_at })}`
  const proxy = await startProxyPage(502, { path: save, upstream: academy.url })
  const failed = await edit(prompt.id, author.token, 'echo new > "$1"', proxy)
  expect([failed.code, failed.messages]).toEqual([
    5,
    expect.stringMatching(/^The academy has a problem\. Try again later\.\nYour text is in .*vca-/),
  ])
  expect(failed.filesLeft).toHaveLength(1)
})

test('CLI-05 CLI-08 a save without access keeps its exit code and says where the text is', async () => {
  const { author, prompt } = await newPrompt()
  const { token } = await academy.createToken(['prompts:read'], author)
  const refused = await edit(prompt.id, token, 'echo new > "$1"')
  expect([refused.code, refused.messages]).toEqual([4, expect.stringMatching(/prompts:write.*\nYour text is in .*vca-/)])
})
