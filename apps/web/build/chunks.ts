import type { Rolldown } from 'vite'

const isChunk = (file: Rolldown.OutputBundle[string] | undefined): file is Rolldown.OutputChunk => file?.type === 'chunk'

/** Returns the chunks that these modules need: their own and all static imports. */
export function collectChunks(bundle: Rolldown.OutputBundle, modules: readonly string[]): Rolldown.OutputChunk[] {
  const found = new Map<string, Rolldown.OutputChunk>()
  const add = (file: Rolldown.OutputBundle[string] | undefined) => {
    if (!isChunk(file) || found.has(file.fileName)) return
    found.set(file.fileName, file)
    for (const imported of file.imports) add(bundle[imported])
  }
  for (const module of modules) {
    const chunk = Object.values(bundle).find((file) => isChunk(file) && file.moduleIds.some((id) => id.endsWith(module)))
    if (!chunk) throw new Error(`The build holds no chunk for ${module}.`)
    add(chunk)
  }
  return [...found.values()]
}
