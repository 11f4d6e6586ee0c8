import { expect, test } from 'vitest'
import { copiedVideo } from '../render/video.ts'
import { filePath, withFileUrls } from './file-links.ts'

test('EDITION-11 signs the URLs of a video, its poster, captions and chapters, and no URL in a text', () => {
  const [src, poster, captions, chapters] = ['a', 'b', 'c', 'd'].map((letter) => filePath(letter.repeat(64)))
  const video = copiedVideo({ src: src ?? '', poster, captions, chapters })
  const signed = withFileUrls(`${video}<p>poster="${poster}"</p>`, (hash) => `signed-${hash[0]}`)
  expect(signed).toContain('<video src="signed-a" poster="signed-b" controls')
  expect(signed).toContain('<track src="signed-c" kind="captions"')
  expect(signed).toContain('<track src="signed-d" kind="chapters"')
  expect(signed).toContain(`<p>poster="${poster}"</p>`)
})
