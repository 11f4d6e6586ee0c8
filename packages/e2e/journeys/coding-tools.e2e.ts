import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { markdownParts } from '@academy/contract/tutorial-markdown'
import type { PartFields } from '@academy/contract/tutorial-parts'
import { tutorialSteps } from '@academy/contract/tutorial-steps'
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility/check-page.ts'
import { customerOf } from '../fixtures/account-of.ts'
import { createAccount, createOwner, signInAt } from '../fixtures/accounts.ts'
import { callApi } from '../fixtures/call-api.ts'
import { connectTool } from '../fixtures/connect-tool.ts'
import { cancelNow, payWith } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const PROMPT = 'write-down-a-decision'

/** Connects a coding tool that knows only the address: it opens the page on which the user allows it, and gets a code on its own machine. */
async function connectByOAuth(page: Page): Promise<Client> {
  const { promise: callback, resolve } = Promise.withResolvers<URLSearchParams>()
  const listener = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/callback') resolve(searchParams)
    response.end('The tool has the code.')
  })
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
  const redirectUrl = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/callback`
  const saved = new Map<string, unknown>()
  const read = <T>(name: string) => saved.get(name) as T
  const authProvider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'A tool of the journey', redirect_uris: [redirectUrl] },
    clientInformation: () => read('client'),
    saveClientInformation: (client) => void saved.set('client', client),
    tokens: () => read('tokens'),
    saveTokens: (tokens) => void saved.set('tokens', tokens),
    redirectToAuthorization: (url) => void saved.set('url', url),
    saveCodeVerifier: (verifier) => void saved.set('verifier', verifier),
    codeVerifier: () => read('verifier'),
    discoveryState: () => read('discovery'),
    saveDiscoveryState: (state) => void saved.set('discovery', state),
  }
  const newTransport = () => new StreamableHTTPClientTransport(new URL(webUrl('/mcp')), { authProvider })
  const newClient = () => new Client({ name: 'a-tool', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  const first = newTransport()
  await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError)
  // What the tool does after its install link: it opens the page in the browser.
  await page.goto(String(read('url')))
  await expect(page.getByRole('alert').getByText('This program is unverified')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Confirm' }).click()
  await first.finishAuth(await callback)
  await expect(page.getByText('The tool has the code.')).toBeVisible()
  listener.close()
  const client = newClient()
  await client.connect(newTransport())
  return client
}

async function buyStudio(page: Page): Promise<void> {
  await page.goto(webUrl('/settings?tab=pricing'))
  await page.getByRole('button', { name: 'Start Studio' }).click()
  await payWith(page, 'succeeds')
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
}

test('MCP-03 MCP-12 CONNECT-02 CONNECT-08 CONNECT-13 a coding tool has the prompts while the Studio lasts, and again afterward', async ({
  page,
}) => {
  const email = await createAccount('coding-tool')
  await signIn(page, email, PASSWORD)
  const tool = await connectTool(email)
  const names = async () => (await tool.listPrompts()).prompts.map(({ name }) => name)
  const refusal = () =>
    tool.getPrompt({ name: PROMPT }).then(
      () => 'the prompt',
      (error: Error) => error.message,
    )

  expect(await names()).toEqual(['teach'])
  expect(await refusal()).toMatch(/Vibe Coding Studio costs €17\b.* a month: http\S+\/resources/)

  await buyStudio(page)
  expect(await names()).toContain(PROMPT)
  const { messages } = await tool.getPrompt({ name: PROMPT })
  expect(JSON.stringify(messages)).toContain('Write a decision record from these notes.')

  await page.goto(webUrl('/resources'))
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  await page.addInitScript(() => addEventListener('click', () => (window as unknown as { countClick: () => void }).countClick(), true))
  await page.reload()
  await page.getByRole('button', { name: 'Use in your tool' }).click()
  await expect(page.getByRole('region', { name: 'Set-up for Claude Code' })).toContainText(webUrl('/mcp'))
  const install = page.getByRole('link', { name: 'Add to VS Code' })
  expect(decodeURIComponent((await install.getAttribute('href')) ?? '')).toContain(webUrl('/mcp'))
  await expectAccessible(page)
  await install.click()

  const connected = await connectByOAuth(page)
  expect(JSON.stringify(await connected.getPrompt({ name: PROMPT }))).toContain('Write a decision record from these notes.')
  expect(clicks, 'clicks from "Use in your tool" to the first prompt').toBe(3)
  await page.goto(webUrl('/settings/tokens'))
  await page.getByRole('button', { name: 'Revoke A tool of the journey' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('Token revoked')).toBeVisible()
  await expect(connected.listPrompts()).rejects.toThrow()
  await page.goto(webUrl('/resources'))

  await cancelNow(await customerOf(page))
  // a journey of another file delays webhooks by half a minute
  await expect.poll(refusal, { timeout: 60_000 }).toContain('Vibe Coding Studio costs')
  expect(await names()).toEqual(['teach'])

  await buyStudio(page)
  await expect.poll(refusal).toBe('the prompt')
  expect(await names()).toContain(PROMPT)
  await tool.close()
})

/** Returns the lines of Markdown without headings, the numbers of items and the table of what learners should see, which steps do not repeat. */
const linesOf = (markdown: string): string[] =>
  markdown
    .replace(/^Step \| You should see\n(?:.*\|.*\n?)+/m, '')
    .split('\n')
    .map((line) => line.trim().replace(/^\d+\. /, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))

test('TEACH-01 the steps of each tutorial of the course have all of its lines, each once and in order', async () => {
  const { access_token } = await signInAt(await createOwner('steps'), PASSWORD)
  const load = async <T>(path: string) => (await callApi<{ data: T }>(access_token, path)).data
  const sessions = await load<{ tutorials: { id: string }[] }[]>('/api/sessions')
  const ids = sessions.flatMap(({ tutorials }) => tutorials.map(({ id }) => id))
  expect(ids.length).toBeGreaterThan(60)
  for (const id of ids) {
    const content = await load<PartFields>(`/api/tutorials/${id}/content`)
    const { steps, unknownRows } = tutorialSteps(content)
    const pageText = markdownParts(content)
      .map(({ markdown }) => markdown)
      .join('\n')
    expect(linesOf(steps.map(({ text }) => text).join('\n')), id).toEqual(linesOf(pageText))
    expect([new Set(steps.map(({ heading }) => heading)).size, unknownRows], id).toEqual([steps.length, []])
  }
})
