import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-test-app.ts'
import { pictureOf, publisher } from '../../../testing/published-pages.ts'
import { dropUnusedFiles } from '../pages/content.store.ts'

const [first, second, third] = [pictureOf('green'), pictureOf('red'), pictureOf('blue')]

test('a picture that was replaced stays for a day from then on, however old it is: a reader may have the page open', async () => {
  const { app } = await buildTestApp()
  const publish = publisher(app.db)
  await publish.course('course')
  await publish.session('session', 'course', { free: true })
  const show = (...pictures: ReturnType<typeof pictureOf>[]) =>
    publish.tutorial('tutorial', 'session', { name: pictures.map(({ hash }) => hash).join() }, pictures)
  const storedFiles = async () => {
    await dropUnusedFiles(app.db)
    const rows = await app.sql<{ hash: string }[]>`select hash from content_files`
    return [first, second, third].map(({ hash }) => rows.some((row) => row.hash === hash))
  }
  const pass = (time: string) =>
    app.sql`update content_files set created_at = created_at - ${time}::interval, unused_since = unused_since - ${time}::interval`

  await show(first)
  expect(await storedFiles()).toEqual([true, false, false])
  await pass('30 days')
  await show(second)
  expect(await storedFiles(), 'replaced just now').toEqual([true, true, false])
  await pass('23 hours')
  expect(await storedFiles()).toEqual([true, true, false])
  await show(first)
  expect(await storedFiles(), 'shown again').toEqual([true, true, false])
  await pass('2 hours')
  await show(third)
  expect(await storedFiles(), 'the first began a new day, the second is still in its own').toEqual([true, true, true])
  await pass('22.5 hours')
  expect(await storedFiles()).toEqual([true, false, true])
  await pass('2 hours')
  expect(await storedFiles()).toEqual([false, false, true])
})
