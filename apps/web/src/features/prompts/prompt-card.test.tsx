import { contract } from '@academy/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { PricingDialogProvider, usePricingRequest } from '../../account/pricing-dialog-context.tsx'
import { useAccount } from '../../account/use-account.ts'
import { createQueryClient } from '../../api/query-client.ts'
import { mockApi } from '../../testing/mock-api.ts'
import { myPromptsContext, samplePrompt } from '../../testing/mock-prompts.ts'
import { storeSampleSession } from '../../testing/render-signed-in.tsx'
import { sampleContext } from '../../testing/samples.ts'
import { PromptCard } from './prompt-card.tsx'

const State = () => <p>{[useAccount().status, usePricingRequest()?.reason, useLocation().pathname].join(' ')}</p>

async function renderCard(context: ReturnType<typeof sampleContext>) {
  storeSampleSession()
  mockApi().reply(contract.accounts.context, 200, context)
  const acted: string[] = []
  render(
    <QueryClientProvider client={createQueryClient({ retry: false })}>
      <MemoryRouter initialEntries={['/my-prompts']}>
        <PricingDialogProvider>
          <PromptCard
            prompt={samplePrompt('one')}
            onEdit={({ id }) => acted.push(`edit ${id}`)}
            onDelete={({ id }) => acted.push(`delete ${id}`)}
          />
          <State />
        </PricingDialogProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByText('loaded /my-prompts', { normalizer: (text) => text.replace(/\s+/g, ' ') })
  return acted
}

const act = {
  edit: () => fireEvent.click(screen.getByRole('menuitem', { name: 'Edit' })),
  delete: () => fireEvent.click(screen.getByRole('menuitem', { name: 'Delete' })),
  view: () => fireEvent.click(screen.getByRole('link', { name: /View Prompt/ })),
}

test.each(['edit', 'delete', 'view'] as const)(
  'PROMPT-10 %s without My Prompts opens the pricing dialog, and nothing else',
  async (name) => {
    const acted = await renderCard(sampleContext())
    act[name]()
    await waitFor(() => expect(screen.getByText('loaded my_prompts /my-prompts')).toBeTruthy())
    expect(acted).toEqual([])
  },
)

test('PROMPT-04 PROMPT-10 with My Prompts the menu runs its actions and the card opens the prompt', async () => {
  const acted = await renderCard(myPromptsContext())
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Edit', 'Delete'])
  act.edit()
  act.delete()
  expect(acted).toEqual(['edit one', 'delete one'])
  act.view()
  expect(screen.getByText('loaded /my-prompts/one', { normalizer: (text) => text.replace(/\s+/g, ' ') })).toBeTruthy()
})
