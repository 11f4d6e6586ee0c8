import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { analytics } from './analytics/analytics.ts'
import { App } from './app/app.tsx'
import { reloadWhenOutdated } from './app/reload-when-outdated.ts'
import { loadFirstPage } from './app/router.tsx'
import './styles/index.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root.')

reloadWhenOutdated()
loadFirstPage(location.pathname)
analytics.start()
createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App />
    </BrowserRouter>
  </StrictMode>,
)
