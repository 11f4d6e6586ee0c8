import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { watch } from 'chokidar'
import type { Service } from './processes.ts'

const API_PACKAGES = ['apps/api', 'packages/contract', 'packages/catalog', 'packages/client', 'packages/mcp']

export const apiSources = API_PACKAGES.map((folder) => path.join(projectRoot, folder, 'src'))

/**
 * Restarts a service after a change in one of the folders. A service that ends by itself, e.g. by a syntax error, starts again after the next
 * change. `node --watch` would outlive a killed parent.
 */
export function restartOnChange(start: () => Service, folders: string[]): Service {
  let service = start()
  let restarting = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  // On Linux Node's own watcher loses a file that an editor replaces.
  const watcher = watch(folders, { ignoreInitial: true, ignored: (file) => file.includes('.test.') }).on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(async () => {
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
      await restarting
      await service.stop()
    },
  }
}
