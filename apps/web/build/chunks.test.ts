import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { chunksBehind } from './chunks.ts'

const chunk = (fileName: string, imports: string[], moduleIds: string[]) =>
  ({ type: 'chunk', fileName, imports, moduleIds }) as unknown as Rolldown.OutputChunk
const bundle = {
  'main.js': chunk('main.js', ['react.js'], ['/x/src/main.tsx']),
  'react.js': chunk('react.js', [], ['/x/react.js']),
  'page.js': chunk('page.js', ['main.js', 'parts.js'], ['/x/src/page.tsx']),
  'parts.js': chunk('parts.js', ['react.js', 'style.css'], ['/x/src/button.tsx']),
  'style.css': { type: 'asset', fileName: 'style.css' } as unknown as Rolldown.OutputAsset,
} as Rolldown.OutputBundle

test('a page needs its own chunk and all that it imports, each once', () => {
  expect(
    chunksBehind(bundle, ['src/page.tsx', 'src/main.tsx'])
      .map((one) => one.fileName)
      .sort(),
  ).toEqual(['main.js', 'page.js', 'parts.js', 'react.js'])
})

test('a module that the build does not hold is a mistake in the caller’s list', () => {
  expect(() => chunksBehind(bundle, ['src/gone.tsx'])).toThrow('The build holds no chunk for src/gone.tsx.')
})
