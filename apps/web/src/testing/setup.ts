import { cleanup, configure, getConfig } from '@testing-library/react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { captureConsole, unexpectedOutput } from './capture-console.ts'
import { takeUnexpectedRequests, untilUnexpectedRequest } from './mock-api.ts'
import { resetModules } from './open-app.tsx'
import { setViewportWidth } from './set-viewport-width.ts'
import { polyfillTopLayer } from './top-layer.ts'

// The first test of a file loads the page's modules, which takes long on a busy machine.
configure({ asyncUtilTimeout: 60_000 })

const { asyncWrapper, getElementError } = getConfig()
configure({
  asyncWrapper: (wait) => Promise.race([asyncWrapper(wait), untilUnexpectedRequest()]),
  // The library sets this flag during each try of a wait. It prints the page again when the wait ends.
  getElementError: (message, container) =>
    (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

polyfillTopLayer()
// Browsers log reported errors to the console, which fails a test here.
// biome-ignore lint/suspicious/noConsole: as browsers do
globalThis.reportError = (error) => console.error(error)

// What a test leaves running gets no response, as after a page is closed: a failed request would start pings during a later test.
globalThis.fetch = () => new Promise(() => {})

// Files share a process. Each loads the app again, with its own settings, and wraps the library's own functions.
afterAll(() => {
  configure({ asyncWrapper, getElementError })
  vi.unstubAllEnvs()
  resetModules()
})

beforeEach(captureConsole)

/** Returns the texts in the page that React updates and removes as nodes, because they are not their element's only child (decision 057). */
function findBareTexts(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode()) {
    const text = walker.currentNode.nodeValue ?? ''
    if (text.trim() !== '' && Object.keys(walker.currentNode).some((key) => key.startsWith('__reactFiber$'))) texts.push(text)
  }
  return texts
}

afterEach(async () => {
  const unexpectedRequests = takeUnexpectedRequests()
  const bareTexts = findBareTexts()
  cleanup()
  vi.useRealTimers()
  // Imported here, because a test may have reset the modules: the app then uses another instance than this file.
  const [{ toastStore }, { reportReachable }] = await Promise.all([import('../ui/toast.ts'), import('../api/reachability.ts')])
  toastStore.clear()
  // The pings of an unreachable service would be requests of a later test.
  reportReachable()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: cleans up cookies
    if (cookie) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
  document.body.replaceChildren()
  document.title = ''
  window.history.replaceState(null, '', '/')
  setViewportWidth(1440)
  delete document.documentElement.dataset.theme

  // After the cleanup, without which the next tests fail as well.
  if (unexpectedRequests.length > 0) throw new Error(`No mock answers ${unexpectedRequests.join(', ')}.`)
  if (bareTexts.length > 0) throw new Error(`Texts beside elements:\n${bareTexts.join('\n')}`)
  const output = unexpectedOutput()
  if (output.length > 0) throw new Error(`Unexpected console output:\n${output.join('\n')}`)
})
