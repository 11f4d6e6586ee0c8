import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { watch } from 'chokidar'
import type { Service } from './processes.ts'

export const apiSources = ['apps/api/src', 'packages/contract/src', 'packages/catalog/src'].map((folder) => path.join(projectRoot, folder))

/**
 * Keeps a service running on its newest sources: a change in one of the folders stops it and starts it again. A service
 * that ends by itself (a syntax error, say) waits for the next change. Not `node --watch`: that outlives a killed parent.
 */
export function restartOnChange(start: () => Service, folders: string[]): Service {
  let service = start()
  let changing = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  // Not Node's own watcher: on Linux it loses a file that an editor saves by replacing it.
  const watcher = watch(folders, { ignoreInitial: true, ignored: (file) => file.includes('.test.') }).on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      changing = changing.then(async () => {
        await service.stop()
        service = start()
      })
    }, 100)
  })
  return {
    ended: new Promise(() => {}),
    stop: async () => {
      await watcher.close()
      clearTimeout(timer)
      await changing
      await service.stop()
    },
  }
}
