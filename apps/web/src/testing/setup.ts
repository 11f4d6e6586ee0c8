import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'
import { unexpectedOutput, watchConsole } from './console-watch.ts'
import { installTopLayer } from './top-layer.ts'
import { viewport } from './viewport.ts'

// The first test of a file also loads the page it renders, and a busy machine takes several times as long as a quiet one.
configure({ asyncUtilTimeout: 20_000 })

installTopLayer()
// Browsers write to the console what is reported; here that fails the test.
// biome-ignore lint/suspicious/noConsole: that is where browsers write it
globalThis.reportError = (error) => console.error(error)

beforeEach(watchConsole)

afterEach(() => {
  cleanup()
  // The library keeps what it has shown beyond the page that showed it.
  toast.dismiss()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: tests leave no cookie behind
    if (cookie) document.cookie = `${cookie.split('=')[0]}=; path=/; max-age=0`
  }
  document.body.replaceChildren()
  document.title = ''
  viewport(1440)
  delete document.documentElement.dataset.theme

  const output = unexpectedOutput()
  if (output.length > 0) throw new Error(`Unexpected console output:\n${output.join('\n')}`)
})
