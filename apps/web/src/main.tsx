import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { analytics } from './analytics/analytics.ts'
import { App } from './app/app.tsx'
import { reloadOnMissingChunk } from './app/reload-on-missing-chunk.ts'
import { preloadFirstPage } from './app/router.tsx'
import './styles/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root element.')

reloadOnMissingChunk()
preloadFirstPage(location.pathname)
analytics.start()
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
)
