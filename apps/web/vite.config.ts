import path from 'node:path'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { authWithoutPasskeys } from './build/auth-without-passkeys.ts'
import { browserSupport } from './build/browser-support.ts'
import { buildTarget } from './build/browsers.ts'
import { contractRoutes } from './build/contract-routes.ts'
import { startFirstLoad } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'
import { signedIn, signedOut } from './build/preload-rules.ts'
import { publicStyles } from './build/public-styles.ts'
import { routerWithoutUnused } from './build/router-without-unused.ts'
import { siteHead } from './build/site-head.ts'
import { sizeBudget } from './build/size-budget.ts'
import { tsRestWithoutHooks } from './build/ts-rest-without-hooks.ts'
import { tsRestWithoutZod } from './build/ts-rest-without-zod.ts'
import { protectedPages, publicPages } from './src/pages.ts'
import { SESSION_KEY } from './src/session/storage-key.ts'

/** Modules of `src/ui` that only some pages load, and those that most pages load, but neither the dashboard nor a session. */
const ownChunks =
  'content-|fill-in-|tag-filter|card-grid-|infinite-|body-matches|search-box|searched-list|no-matches|use-url-search|copy-line|board-picture|csv|calendar-'
const pageParts = String.raw`(section|code-choice|card-link|query-view|timestamp|select|page-header|sub-page|save-file|reviewed-by|loading-button)\.`
const tabParts = String.raw`(tabs|use-tab-param)\.`

// Journeys with several courses have a build of their own (`--mode several-courses`), with another catalog (packages/catalog/README.md). It does without
// the compiler, which takes most of a build's time: journeys with one course and the tests of components run what it compiles.
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  envPrefix: ['VITE_', 'MENTORSHIP_DRAW'],
  plugins: [
    react(),
    // By default the compiler leaves a component that it cannot compile as it is, and says nothing.
    mode === 'production' && babel({ presets: [reactCompilerPreset({ panicThreshold: 'all_errors' })] }),
    tailwindcss(),
    contractRoutes(),
    tsRestWithoutHooks(),
    tsRestWithoutZod(),
    authWithoutPasskeys(),
    routerWithoutUnused(),
    siteHead({
      name: process.env.VITE_ACADEMY_NAME || 'Vibe Coding Academy',
      description: 'Learn to build software with AI: a course, working prompts, and people who help.',
      origin: (process.env.VITE_WEB_ORIGIN ?? '').replace(/\/+$/, ''),
    }),
    startFirstLoad({
      fonts: ['figtree-latin-wght', 'bricolage-grotesque-latin-700'],
      sessionKey: SESSION_KEY,
      signedIn,
      signedOut,
    }),
    mode === 'production' && sizeBudget(path.join(import.meta.dirname, 'size-budget.json'), { publicPages, protectedPages }),
    publicStyles(['src/ui/content-html.tsx', 'src/ui/copy-block.tsx', 'src/features/certificates/certificate-sheet.tsx']),
    mode === 'production' && browserSupport(),
    mode === 'production' && precompress(),
  ],
  resolve: { conditions: [mode, ...defaultClientConditions] },
  build: {
    target: buildTarget,
    cssTarget: buildTarget,
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One chunk for every visitor, one for signed-in users, one for shared components, one for those that come after the
          // dashboard, one for the text of HTML, one for the
          // fields of prompts, one for content with its sanitizer, one for lists that are searched, one for what pages of the course share, and one per page. Texts and
          // fields are also on pages without HTML. Each small chunk more delays a page on a slow network by its request.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            {
              name: 'parts',
              test: new RegExp(String.raw`src[\\/]ui[\\/](?!${ownChunks}|${pageParts}|${tabParts})|lucide`),
              minShareCount: 2,
              priority: 2,
            },
            // After “parts”, which holds what these import.
            {
              name: 'page-parts',
              test: new RegExp(String.raw`src[\\/]ui[\\/]${pageParts}`),
              priority: 1,
            },
            // The page of a prompt needs these, and none of the others.
            { name: 'tabs', test: new RegExp(String.raw`src[\\/]ui[\\/]${tabParts}`), priority: 1 },
            { name: 'texts', test: /contract[\\/]src[\\/](html-t|text-writer)|src[\\/]api[\\/]rich-text/, minShareCount: 2, priority: 2 },
            { name: 'fill-in', test: /src[\\/]ui[\\/]fill-in-|contract[\\/]src[\\/]prompt-template/, minShareCount: 2, priority: 2 },
            { name: 'lists', test: /src[\\/]ui[\\/](infinite-|body-matches|search-box|use-url-search)/, priority: 2 },
            { name: 'content', test: /src[\\/]ui[\\/]content-|dompurify/, priority: 1 },
            { name: 'legal', test: /src[\\/]account[\\/]legal-(links|page-url)/, priority: 2 },
            // The pages of visitors for withdrawals need these parts of what signed-in users load. Few of them buy for others.
            {
              name: 'offers',
              test: /catalog[\\/]src[\\/](?!gifts|studio-gifts|seats|consent-for)|src[\\/]api[\\/]api-error\.ts$/,
              minShareCount: 2,
              priority: 2,
            },
            {
              name: 'inside',
              // Most pages use mutations; the dashboard alone does not.
              test: /src[\\/](app[\\/]protected-area|account[\\/](own-certificates-query|record-copy)|features[\\/]billing[\\/]use-currency)|[\\/]useMutation\.js$/,
              priority: 1,
            },
            { name: 'waiting-list', test: /src[\\/]features[\\/]courses[\\/]waiting-list/, priority: 1 },
            // After “inside”, which holds the modules of the account that these import.
            {
              name: 'courses',
              test: /src[\\/]features[\\/]courses[\\/](?!video[\\/]course-video|progress[\\/]certificate-link|waiting-list|course-list)/,
              minShareCount: 2,
              priority: 0,
            },
          ],
        },
      },
    },
  },
}))
