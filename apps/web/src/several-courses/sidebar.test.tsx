import { contract } from '@academy/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockServices } from '../testing/mock-services.ts'
import { renderSignedIn } from '../testing/render-signed-in.tsx'
import { sampleCourseSummary } from '../testing/samples.ts'

const items = () =>
  within(screen.getByRole('list', { name: 'Courses' }))
    .getAllByRole('link')
    .map((link) => `${link.textContent}: ${link.getAttribute('href')}`)

test('COURSES-12 the sidebar has the courses of the last visit while they load, so that nothing below them moves', async () => {
  const { api } = mockServices()
  const further = ['second', 'third'].map((id) => sampleCourseSummary({ id, name: `The ${id}`, product: `${id}_course` }))
  api.reply(contract.courses.list, 200, { success: true, data: [sampleCourseSummary(), ...further] })
  await renderSignedIn('/settings')
  await screen.findByRole('link', { name: 'The third' })
  const loaded = items()
  expect(loaded).toEqual(expect.arrayContaining(['Master Course: /courses/master-course', 'The second: /courses/second']))

  cleanup()
  const list = Promise.withResolvers<void>()
  api.reply(contract.courses.list, 200, { success: true, data: [sampleCourseSummary()] }, { after: list.promise })
  await renderSignedIn('/settings')
  expect(items()).toEqual(loaded)
  list.resolve()
  await expect.poll(items).not.toContain('The second: /courses/second')
})
