import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility/check-page.ts'
import { customerOf } from '../fixtures/account-of.ts'
import { createAccessToken, createAccount, signInAt } from '../fixtures/accounts.ts'
import { cancelNow, payWith } from '../fixtures/stripe.ts'
import { expect, PASSWORD, signIn, test } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'

const PROMPT = 'write-down-a-decision'

/** Connects a coding tool to the academy with an access token of a user. */
async function connectTool(email: string): Promise<Client> {
  const { access_token } = await signInAt(email, PASSWORD)
  const token = await createAccessToken(access_token)
  const client = new Client({ name: 'a-tool', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(webUrl('/mcp')), { requestInit: { headers: { authorization: `Bearer ${token}` } } }),
  )
  return client
}

async function buyStudio(page: Page): Promise<void> {
  await page.goto(webUrl('/settings?tab=pricing'))
  await page.getByRole('button', { name: 'Start Studio' }).click()
  await payWith(page, 'succeeds')
  await expect(page.getByText('Payment Successful! 🎉')).toBeVisible()
}

test('MCP-03 MCP-12 a coding tool has the prompts while the Studio lasts, and again after it was bought again', async ({ page }) => {
  const email = await createAccount('coding-tool')
  await signIn(page, email, PASSWORD)
  const tool = await connectTool(email)
  const names = async () => (await tool.listPrompts()).prompts.map(({ name }) => name)
  const refusal = () =>
    tool.getPrompt({ name: PROMPT }).then(
      () => 'the prompt',
      (error: Error) => error.message,
    )

  expect(await names()).toEqual([])
  expect(await refusal()).toMatch(/Vibe Coding Studio costs €17\b.* a month: http\S+\/resources/)

  await buyStudio(page)
  expect(await names()).toContain(PROMPT)
  const { messages } = await tool.getPrompt({ name: PROMPT })
  expect(JSON.stringify(messages)).toContain('Write a decision record from these notes.')

  await page.goto(webUrl('/resources'))
  await page.getByRole('button', { name: 'Use in your tool' }).click()
  await expect(page.getByRole('region', { name: 'Set-up for Claude Code' })).toContainText(webUrl('/mcp'))
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await cancelNow(await customerOf(page))
  // a journey of another file delays webhooks by half a minute
  await expect.poll(refusal, { timeout: 60_000 }).toContain('Vibe Coding Studio costs')
  expect(await names()).toEqual([])

  await buyStudio(page)
  await expect.poll(refusal).toBe('the prompt')
  expect(await names()).toContain(PROMPT)
  await tool.close()
})
