import { contract, type UserPrompt } from '@academy/contract'
import { mockApi } from './mock-api.ts'
import { sampleContext } from './samples.ts'

const { accounts, prompts } = contract

export const samplePrompt = (id: string, changes: Partial<UserPrompt> = {}): UserPrompt => ({
  id,
  title: `Prompt ${id}`,
  description: `When to use ${id}`,
  content: `Do ${id}.`,
  code: null,
  tags: [],
  favourite: false,
  origin: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  ...changes,
})

export const samplePrompts = [
  samplePrompt('name', { title: 'Name it', description: 'A name that stays', content: 'Give me\nten <b>names</b>.', code: 'const a = 1' }),
  samplePrompt('cut', { title: 'Cut it down', description: 'When a text is too LONG' }),
  samplePrompt('ask', { title: 'Ask first', description: 'Before anything is built' }),
]

/** Ada with My Prompts. */
export const myPromptsContext = () => sampleContext({ entitlements: { ...sampleContext().data.entitlements, my_prompts: true } })

/** Mocks the API with three prompts of Ada. */
export function mockPrompts() {
  const api = mockApi()
  let listed: UserPrompt[] = []
  const list = (all: UserPrompt[]) => {
    listed = all
    api.reply(prompts.list, 200, all)
  }
  const one = (prompt: UserPrompt) => api.reply(prompts.get, 200, prompt, { params: { id: prompt.id } })
  api.reply(accounts.context, 200, myPromptsContext())
  list(samplePrompts)
  for (const prompt of samplePrompts) one(prompt)
  return {
    api,
    list,
    one,
    /** Mocks deleting with a 204, when `after` settles. Later lists are without the prompt. */
    deletes: (after?: Promise<unknown>) =>
      api.on('DELETE', '/api/prompts/[^/]+', async ({ path }) => {
        await after
        list(listed.filter(({ id }) => !path.endsWith(`/${id}`)))
        return new Response(null, { status: 204 })
      }),
    sent: (method: string) => api.requests.filter((request) => request.method === method && request.path.startsWith('/api/prompts')),
  }
}
