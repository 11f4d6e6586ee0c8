import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PromptHtml } from './content-code.tsx'
import { FilledTextBlock, FillInBlock } from './fill-in-block.tsx'

let copied: string[]

beforeEach(() => {
  copied = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
})

const renderText = (prompt: string) =>
  render(
    <FillInBlock title="Prompt" prompt={prompt} copyLabel="Copy">
      {(values) => <FilledTextBlock text={prompt} values={values} />}
    </FillInBlock>,
  )
const fill = (field: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name: field }), { target: { value } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: string) => fireEvent.click(screen.getByRole('menuitem', { name }))
const marks = (kind: string) => [...document.querySelectorAll(`mark.${kind}`)].map(({ textContent }) => textContent)

test('PROMPT-41 fields are labeled inputs; the prompt marks their values, and Copy copies it with them', async () => {
  renderText('Sell {{product}} to {{ user group }}. \\{{x}} {{product}}')
  const inputs = within(screen.getByRole('group', { name: 'Fields of this prompt' })).getAllByRole('textbox')
  expect(inputs).toHaveLength(2)
  fill('product', '<b>tea</b>\n{{user group}}')
  await waitFor(() => expect(marks('field-filled')).toEqual(['<b>tea</b>\n{{user group}}', '<b>tea</b>\n{{user group}}']))
  expect(marks('field-empty')).toEqual(['{{ user group }}'])
  expect(screen.getByText(/^1 of 2 fields empty\./)).toBeTruthy()
  press(/^Copy ?: Prompt$/)
  await waitFor(() => expect(copied).toHaveLength(1))
  press('More actions: Prompt')
  choose('Copy without the values')
  await waitFor(() => expect(copied).toHaveLength(2))
  expect(copied).toEqual([
    'Sell <b>tea</b>\n{{user group}} to {{ user group }}. {{x}} <b>tea</b>\n{{user group}}',
    'Sell {{product}} to {{ user group }}. \\{{x}} {{product}}',
  ])
})

test('PROMPT-41 in the HTML of a prompt, values are text', async () => {
  const html = '<p>Sell <strong>{{product}}</strong></p><pre class="code"><code>to {{group}}\nnow</code></pre>'
  render(
    <FillInBlock title="Prompt" prompt={'Sell {{product}}\n\nto {{group}}\nnow'} copyLabel="Copy">
      {(values) => <PromptHtml html={html} values={values} />}
    </FillInBlock>,
  )
  fill('product', '<img src=x>')
  await waitFor(() => expect(marks('field-filled')).toEqual(['<img src=x>']))
  expect(document.querySelector('strong mark')?.textContent).toBe('<img src=x>')
  expect([document.querySelector('img'), marks('field-empty')]).toEqual([null, ['{{group}}']])
})

test('PROMPT-41 a prompt without fields has one button and no inputs', async () => {
  renderText('Keep \\{{name}}.')
  expect([screen.queryByRole('textbox'), screen.queryByRole('button', { name: /^More actions/ })]).toEqual([null, null])
  expect(screen.getByText('Keep {{name}}.')).toBeTruthy()
  press(/^Copy ?: Prompt$/)
  await waitFor(() => expect(copied).toEqual(['Keep {{name}}.']))
})

test('PROMPT-42 remembers values by the names of their fields until they are cleared', () => {
  renderText('{{product}} {{constructor}}')
  fill('product', 'tea')
  fill('constructor', 'Ada')
  cleanup()
  renderText('{{constructor}} {{__proto__}}')
  expect(screen.getAllByRole<HTMLTextAreaElement>('textbox').map(({ value }) => value)).toEqual(['Ada', ''])
  press('More actions: Prompt')
  choose('Clear the values')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'constructor' }).value).toBe('')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'constructor' }))
  cleanup()
  renderText('{{product}}')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('tea')
})

test('PROMPT-42 works without storage, and ignores what another program stored', () => {
  localStorage.setItem('academy.draft.field-values', '[1, "a"')
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  renderText('{{product}}')
  fill('product', 'tea')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('tea')
})
