import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { ToastKind } from '../ui/toast.ts'

/** Waits for a toast and checks its kind, title and text. Omit `text` for a toast with a title only. */
export async function expectToast(kind: ToastKind, title: string, text?: string): Promise<void> {
  const isText = (content: string, element: Element | null) => content === (text ?? title) && element?.closest('[data-kind]') !== null
  const toast = (await screen.findByText(isText)).closest<HTMLElement>('[data-kind]')
  const texts = [...(toast?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)
  expect([toast?.dataset.kind, ...texts]).toEqual([kind, title, ...(text === undefined ? [] : [text])])
}
