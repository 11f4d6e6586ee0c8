import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { createPictureDrawer } from './draw-picture.ts'

test('draws pictures again after the fonts could not be read once', async () => {
  const readFont = vi.fn((file: string) => readFile(file)).mockRejectedValueOnce(new Error('EMFILE: too many open files'))
  const drawPicture = createPictureDrawer(readFont)
  const element = { type: 'div', props: { style: { fontFamily: 'Display', fontSize: 60 }, children: 'Ship it' } }
  await expect(drawPicture(element)).rejects.toThrow('EMFILE')
  expect(await drawPicture(element)).toMatchObject({ type: 'image/png' })
})
