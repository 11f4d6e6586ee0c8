import { type Answer, contract } from '@academy/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { MockApi } from '../../../testing/mock-api.ts'
import { mockCourse, openBriefTutorial } from '../../../testing/mock-course.ts'
import { masterCourseContext } from '../../../testing/samples.ts'
import { expectToast } from '../../../testing/toasts.ts'

const { accounts, answers, learning } = contract
const SLACK = 'https://slack.test/invite'
const NONE: Answer = { worked: null, text_hash: 'current', text: '', system: null, tool: null, with_name: false }
let api: MockApi

beforeEach(() => {
  ;({ api } = mockCourse())
  Element.prototype.scrollIntoView = vi.fn()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')
})

const withAnswer = (changes: Partial<Answer>) => {
  api.reply(answers.get, 200, { success: true, data: { ...NONE, ...changes } })
  api.reply(answers.save, 200, { success: true, data: { ...NONE, ...changes } })
}
const openQuestion = async () => {
  await openBriefTutorial()
  return within(await screen.findByRole('region', { name: 'Did this work for you?' }))
}
type Question = Awaited<ReturnType<typeof openQuestion>>
const pressed = (question: Question) => question.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
const sent = () => api.requests.filter(({ method, path }) => method === 'PUT' && path.endsWith('/answer')).map(({ body }) => body)

test('ASK-01 answers whether the tutorial worked, changes the answer and takes it back', async () => {
  const question = await openQuestion()
  expect(pressed(question)).toEqual([])
  for (const [label, worked] of [
    ['Not yet', false],
    ['Yes', true],
    ['Yes', null],
  ] as const) {
    withAnswer({ worked })
    fireEvent.click(question.getByRole('button', { name: label }))
    await waitFor(() => expect(pressed(question)).toEqual(worked === null ? [] : [label]))
  }
  await waitFor(() => expect(sent()).toEqual([false, true, null].map((worked) => ({ worked, text_hash: 'current' }))))
  expect(question.queryByRole('textbox')).toBeNull()
})

test('ASK-03 says what happened with the system and the tool, and a name only if the learner ticks it', async () => {
  const question = await openQuestion()
  withAnswer({ worked: false })
  fireEvent.click(question.getByRole('button', { name: 'Not yet' }))
  const text = await question.findByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' })
  expect([question.getByRole<HTMLInputElement>('textbox', { name: /system/ }).value, text.maxLength]).toEqual(['macOS', 500])
  expect(question.getByRole<HTMLInputElement>('checkbox', { name: 'Show my name to the author' }).checked).toBe(false)
  fireEvent.change(text, { target: { value: '  It stopped.\n' } })
  fireEvent.change(question.getByRole('combobox', { name: /tool/ }), { target: { value: 'Codex' } })
  await question.findByRole('button', { name: 'Send' })
  withAnswer({ worked: false, text: 'It stopped.', system: 'macOS', tool: 'Codex' })
  fireEvent.click(question.getByRole('button', { name: 'Send' }))
  expect(await question.findByText('Thank you. The author will read it.')).toBeTruthy()
  expect(sent().at(-1)).toEqual({
    worked: false,
    text_hash: 'current',
    text: 'It stopped.',
    system: 'macOS',
    tool: 'Codex',
    with_name: false,
  })
  fireEvent.click(question.getByRole('button', { name: 'Change what you wrote' }))
  expect((await question.findByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' })).value).toBe('It stopped.')
  fireEvent.click(question.getByRole('checkbox', { name: 'Show my name to the author' }))
  fireEvent.click(question.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ with_name: true }))
})

test('ASK-02 keeps what was written when the tutorial has changed meanwhile', async () => {
  withAnswer({ worked: false })
  const question = await openQuestion()
  fireEvent.click(question.getByRole('button', { name: 'Say what happened' }))
  fireEvent.change(question.getByRole('textbox', { name: 'What happened?' }), { target: { value: 'It stopped.' } })
  api.refuse(answers.save, 409, 'conflict', 'This tutorial has changed.')
  api.reply(answers.get, 200, { success: true, data: { ...NONE, text_hash: 'newer' } })
  const loads = api.count('GET', '/api/tutorials/brief/content')
  fireEvent.click(question.getByRole('button', { name: 'Send' }))
  await expectToast('warning', 'This tutorial has changed', 'You see the new text now. Look at it before you answer.')
  await waitFor(() => expect(api.count('GET', '/api/tutorials/brief/content')).toBeGreaterThan(loads))
  await question.findByRole('button', { name: 'Send' })
  expect(question.getByRole<HTMLTextAreaElement>('textbox', { name: 'What happened?' }).value).toBe('It stopped.')
  api.reply(answers.save, 200, { success: true, data: { ...NONE, worked: false, text_hash: 'newer', text: 'It stopped.' } })
  fireEvent.click(question.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(sent().at(-1)).toMatchObject({ text: 'It stopped.', text_hash: 'newer' }))
})

test('ASK-01 says that an answer was not saved, and shows the one from before', async () => {
  withAnswer({ worked: true })
  api.refuse(answers.save, 500, 'internal', 'Something went wrong on our side.')
  const question = await openQuestion()
  fireEvent.click(question.getByRole('button', { name: 'Not yet' }))
  await expectToast('error', 'Failed to save your answer', 'Something went wrong on our side.')
  expect(pressed(question)).toEqual(['Yes'])
})

test('ASK-04 copies the question for Slack, and opens the invitation', async () => {
  const context = masterCourseContext()
  api.reply(accounts.context, 200, { ...context, data: { ...context.data, links: { slack_standard_url: SLACK } } })
  const place = { step: 2, headings: ['Plan', 'Write it'], program: 'Cursor' }
  const updated_at = '2026-11-22T12:00:00.000Z'
  api.reply(learning.progress, 200, {
    tutorials: [{ tutorial_id: 'brief', state: 'started', video_seconds: null, place, updated_at }],
    done: 0,
    total: 3,
    continue_with: 'brief',
    checked_sessions: [],
    sessions_with_checks: [],
  })
  withAnswer({ worked: false })
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const question = await openQuestion()
  await screen.findByText(/You stopped after step 2/)
  fireEvent.click(question.getByRole('button', { name: 'Say what happened' }))
  fireEvent.change(question.getByRole('textbox', { name: 'What happened?' }), { target: { value: 'It stopped.' } })
  const link = question.getByRole<HTMLAnchorElement>('link', { name: 'Ask in Slack' })
  expect([link.href, link.target]).toEqual([SLACK, '_blank'])
  // The test follows no link.
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  expect(await question.findByText('Your question is copied. Paste it in Slack.')).toBeTruthy()
  expect(copy.mock.calls).toEqual([
    [`Write the brief\n${location.href}\nStopped after step 2: Write it\nSystem: macOS\nTool: Cursor\n\nIt stopped.`],
  ])
})

test('ASK-04 offers no Slack without an invitation', async () => {
  withAnswer({ worked: false })
  const question = await openQuestion()
  fireEvent.click(question.getByRole('button', { name: 'Say what happened' }))
  expect(question.queryByRole('link', { name: 'Ask in Slack' })).toBeNull()
})
