import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createPictureDrawer } from './draw-picture.ts'

vi.mock('node:fs/promises', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:fs/promises')>()
  return { ...original, readFile: vi.fn(original.readFile) }
})

test('draws pictures again after the fonts could not be read once', async () => {
  const drawPicture = createPictureDrawer()
  const element = { type: 'div', props: { style: { fontFamily: 'Display', fontSize: 60 }, children: 'Ship it' } }
  vi.mocked(readFile).mockRejectedValueOnce(new Error('EMFILE: too many open files'))
  await expect(drawPicture(element)).rejects.toThrow('EMFILE')
  expect(await drawPicture(element)).toMatchObject({ type: 'image/png' })
})
