import type { Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { collectChunks } from './chunks.ts'

const chunk = (fileName: string, imports: string[], moduleIds: string[]) =>
  ({ type: 'chunk', fileName, imports, moduleIds }) as unknown as Rolldown.OutputChunk
const bundle = {
  'main.js': chunk('main.js', ['react.js'], ['/x/src/main.tsx']),
  'react.js': chunk('react.js', [], ['/x/react.js']),
  'page.js': chunk('page.js', ['main.js', 'parts.js'], ['/x/src/page.tsx']),
  'parts.js': chunk('parts.js', ['react.js', 'style.css'], ['/x/src/button.tsx']),
  'style.css': { type: 'asset', fileName: 'style.css' } as unknown as Rolldown.OutputAsset,
} as Rolldown.OutputBundle

test('returns the chunk of a module and its static imports, each once', () => {
  expect(
    collectChunks(bundle, ['src/page.tsx', 'src/main.tsx'])
      .map((one) => one.fileName)
      .sort(),
  ).toEqual(['main.js', 'page.js', 'parts.js', 'react.js'])
})

test('throws for a module that is not in the build', () => {
  expect(() => collectChunks(bundle, ['src/gone.tsx'])).toThrow('The build holds no chunk for src/gone.tsx.')
})
