import type { UserPrompt } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { samplePrompt } from './mock-prompts.ts'
import { renderSignedIn } from './render-signed-in.tsx'

export const labels = { title: 'Title', description: 'Description', content: 'Prompt Content', code: 'Code Sample (optional)' }
export type Field = keyof typeof labels

export const dialog = (name: string) => screen.getByRole('dialog', { name })
export const control = (field: Field) => screen.getByLabelText<HTMLInputElement>(labels[field])
export const fill = (texts: Partial<Record<Field, string>>) => {
  for (const [field, value] of Object.entries(texts)) fireEvent.change(control(field as Field), { target: { value } })
}
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
export const formTexts = () => Object.fromEntries(Object.keys(labels).map((field) => [field, control(field as Field).value]))
export const promptTitles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
export const waitUntilClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

export const openPrompts = async (path = '/my-prompts') => {
  const router = await renderSignedIn(path)
  await screen.findByRole('searchbox')
  return router
}
export const openNewPrompt = async () => {
  const router = await openPrompts()
  press('New Prompt')
  dialog('New Prompt')
  return router
}
export const openEditor = (title: string) => {
  press(`Actions for ${title}`)
  fireEvent.click(within(screen.getByRole('menu', { name: `Actions for ${title}` })).getByRole('menuitem', { name: 'Edit' }))
  dialog('Edit Prompt')
}
export const newPrompt = { title: 'New one', description: 'For tests', content: 'Test it.', code: 'const b = 2' }
export const createdPrompt = (changes: Partial<UserPrompt> = {}) => samplePrompt('new', { ...newPrompt, ...changes })
