import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'

function Opener(props: { dismissable?: boolean; onClose?: () => void; startOnSecond?: boolean }) {
  const [open, setOpen] = useState(false)
  const second = useRef<HTMLButtonElement>(null)
  const close = () => {
    props.onClose?.()
    setOpen(false)
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog
          onClose={close}
          title="Title"
          description="What it is about"
          dismissable={props.dismissable ?? true}
          {...(props.startOnSecond && { initialFocus: second })}
        >
          <button type="button">First</button>
          <button type="button" ref={second}>
            Second
          </button>
        </Dialog>
      )}
    </>
  )
}

const open = () => {
  const opener = screen.getByRole('button', { name: 'Open' })
  opener.focus()
  fireEvent.click(opener)
  return screen.getByRole('dialog', { name: 'Title' })
}
const pressEscape = () => fireEvent.keyDown(document.body, { key: 'Escape' })
const clickOutside = (dialog: HTMLElement) => {
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
}

test('names the dialog by its title, describes it by its text and focuses its first control', () => {
  render(<Opener />)
  const dialog = open()
  expect(document.getElementById(dialog.getAttribute('aria-describedby') ?? '')?.textContent).toBe('What it is about')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'First' }))
})

test('focuses the element that the caller passes', () => {
  render(<Opener startOnSecond />)
  open()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Second' }))
})

for (const [way, close] of [
  ['its cross', () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))],
  ['Escape', pressEscape],
  ['a click outside', clickOutside],
] as const) {
  test(`${way} closes the dialog and restores the focus`, () => {
    render(<Opener />)
    close(open())
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' }))
  })
}

test('focuses the page heading when the opener unmounts with the dialog', async () => {
  const page = ({ isOpen, isTheirs }: { isOpen: boolean; isTheirs: boolean }) => (
    <>
      <h1 tabIndex={-1}>Accounts</h1>
      {isOpen && <Dialog title="Take it back?" onClose={() => undefined} />}
      {isTheirs && <button type="button">Take back</button>}
    </>
  )
  const { rerender } = render(page({ isOpen: false, isTheirs: true }))
  screen.getByRole('button', { name: 'Take back' }).focus()
  rerender(page({ isOpen: true, isTheirs: true }))
  rerender(page({ isOpen: false, isTheirs: false }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('ignores a press that starts inside and ends outside, as when selecting text', () => {
  render(<Opener />)
  const dialog = open()
  fireEvent.pointerDown(screen.getByRole('button', { name: 'First' }))
  fireEvent.click(dialog)
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('PROF-02 a dialog that is not dismissable has no close button and ignores Escape and clicks outside', () => {
  const onClose = vi.fn()
  render(<Opener dismissable={false} onClose={onClose} />)
  const dialog = open()
  expect(screen.queryByRole('button', { name: 'Close' })).toBeNull()
  pressEscape()
  pressEscape()
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  clickOutside(dialog)
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByRole<HTMLDialogElement>('dialog').open).toBe(true)
  expect(dialog.getAttribute('closedby')).toBe('none')
})

test('stays open when the browser closes it without asking, and tells its owner once', () => {
  const onClose = vi.fn()
  render(<Dialog onClose={onClose} title="Unsaved changes" />)
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  fireEvent(dialog, new Event('cancel', { cancelable: false }))
  dialog.close()
  expect(dialog.open).toBe(true)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('keeps the width of the scroll bar that the first of two dialogs has hidden', () => {
  const page = document.documentElement
  const showPage = (clientWidth: number) => vi.spyOn(page, 'clientWidth', 'get').mockReturnValue(clientWidth)
  showPage(innerWidth - 15)
  render(<Dialog onClose={() => undefined} title="First" />)
  showPage(innerWidth)
  render(<Dialog onClose={() => undefined} title="Second" />)
  expect(page.style.getPropertyValue('--scroll-bar-width')).toBe('15px')
})
