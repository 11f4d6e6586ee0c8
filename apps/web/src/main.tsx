import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { analytics } from './analytics/analytics.ts'
import { App } from './app/app.tsx'
import { reloadOnMissingChunk } from './app/reload-on-missing-chunk.ts'
import { loadFirstPage } from './app/router.tsx'
import { tolerateMovedNodes } from './app/tolerate-moved-nodes.ts'
import { hasStoredSession } from './session/auth-redirect.ts'
import './styles/index.css'

const root = document.getElementById('root')
// index.html removes the id in browsers that are too old.
if (!root) throw new Error('No #root')

reloadOnMissingChunk()
tolerateMovedNodes()
analytics.start()
// Until the first page is loaded, the browser shows the spinner of index.html. No top-level `await`: the loaded chunks import this module.
void loadFirstPage(location.pathname).then(async () => {
  // Lets the browser react to the user and paint the spinner between loading and rendering. Safari has no `yield`, and renders at once.
  await window.scheduler?.yield?.()
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  )
  const render = () => createRoot(root).render(app)
  // In a transition React renders in slices of 5 ms, so that a slow phone reacts to the user meanwhile. Sign-in is small: it renders at once,
  // which shows it 50 ms earlier.
  if (hasStoredSession()) startTransition(render)
  else flushSync(render)
})
