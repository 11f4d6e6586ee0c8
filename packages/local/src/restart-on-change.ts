import path from 'node:path'
import { projectRoot } from '@academy/operator'
import { watch } from 'chokidar'
import { type Service, waitUntilReady } from './processes.ts'

const API_PACKAGES = ['apps/api', 'packages/contract', 'packages/catalog', 'packages/settings', 'packages/client', 'packages/mcp']

export const apiSources = API_PACKAGES.map((folder) => path.join(projectRoot, folder, 'src'))

export type RestartedService = Service & {
  /**
   * Resolves once the service of the newest change is ready.
   * @throws CommandError when it ended by itself.
   */
  ready: () => Promise<void>
}

/**
 * Restarts a service after a change in one of the folders. A service that ends by itself, e.g. by a syntax error, starts again after the next
 * change. `node --watch` would outlive a killed parent.
 * @param readyUrl responds with 200 while the service is ready.
 */
export function restartOnChange(start: () => Service, { folders, readyUrl }: { folders: string[]; readyUrl: string }): RestartedService {
  const startNext = () => {
    const started = start()
    void started.ended.then((why) => why && console.error(`${why} It starts again after the next change.`))
    return started
  }
  let service = startNext()
  let readyService: Service | undefined
  let restarting = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  // On Linux Node's own watcher loses a file that an editor replaces.
  const watcher = watch(folders, { ignoreInitial: true, ignored: (file) => file.includes('.test.') }).on('all', () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      restarting = restarting.then(async () => {
        await service.stop()
        service = startNext()
      })
    }, 100)
  })
  return {
    ended: new Promise(() => {}),
    ready: async () => {
      await restarting
      const newest = service
      if (newest === readyService) return
      await waitUntilReady(readyUrl, newest)
      readyService = newest
    },
    stop: async () => {
      await watcher.close()
      clearTimeout(timer)
      await restarting
      await service.stop()
    },
  }
}
