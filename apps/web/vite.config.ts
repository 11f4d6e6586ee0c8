import path from 'node:path'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { contractRoutes } from './build/contract-routes.ts'
import { preloadFirstPage } from './build/first-load.ts'
import { precompress } from './build/precompress.ts'
import { siteHead } from './build/site-head.ts'
import { sizeBudget } from './build/size-budget.ts'
import { tsRestWithoutZod } from './build/ts-rest-without-zod.ts'
import { SESSION_KEY } from './src/session/storage-key.ts'

const inside = 'src/app/protected-area.tsx'
const client = 'src/session/auth-client.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    babel({ presets: [reactCompilerPreset()] }),
    tailwindcss(),
    contractRoutes(),
    tsRestWithoutZod(),
    siteHead({
      name: process.env.VITE_ACADEMY_NAME || 'Vibe Coding Academy',
      description: 'Learn to build software with AI: a course, working prompts, and people who help.',
      origin: (process.env.VITE_WEB_ORIGIN ?? '').replace(/\/+$/, ''),
    }),
    preloadFirstPage({
      fonts: ['figtree-latin-wght', 'bricolage-grotesque-latin-wght'],
      sessionKey: SESSION_KEY,
      signedIn: [
        [/^\/courses\/[^/]+\/sessions\//, [client, inside, 'src/features/courses/session-page.tsx']],
        [/^\/course(s|s\/[^/]+)?$/, [client, inside, 'src/features/courses/course-page.tsx']],
        [/^\/resources\/[^/]+$/, [client, inside, 'src/features/library/resource-page.tsx']],
        [/^\/resources$/, [client, inside, 'src/features/library/library-page.tsx']],
        [/^\/my-prompts\/[^/]+$/, [client, inside, 'src/features/prompts/prompt-page.tsx']],
        [/^\/my-prompts$/, [client, inside, 'src/features/prompts/prompts-page.tsx']],
        [/^\/settings$/, [client, inside, 'src/app/pages/settings-page.tsx']],
        [/^\/(dashboard|login|signup)?$/, [client, inside, 'src/app/pages/dashboard-page.tsx']],
        [/^\/community$/, [client, inside, 'src/features/community/community-page.tsx']],
        [/^\/premium-slack$/, [client, inside, 'src/features/community/premium-slack-page.tsx']],
        [/^\/coder-boards$/, [client, inside, 'src/features/coder-boards/coder-boards-page.tsx']],
        [/^\/mentorship$/, [client, inside, 'src/features/mentorship/mentorship-page.tsx']],
        [/^\/author-guide$/, [client, inside, 'src/features/author-guide/author-guide-page.tsx']],
        [/^\/admin\/content$/, [client, inside, 'src/features/content-admin/content-page.tsx']],
        [/^\/admin\/content\/[^/]+$/, [client, inside, 'src/features/content-admin/preview-page.tsx']],
        [/^\/admin\/accounts$/, [client, inside, 'src/features/account-admin/accounts-page.tsx']],
        [/^\/admin\/accounts\/[^/]+$/, [client, inside, 'src/features/account-admin/account-page.tsx']],
        [/^\/reset-password$/, [client, 'src/features/auth/reset-password-page.tsx']],
        [/^\/confirm$/, [client, 'src/features/auth/mail-link-page.tsx']],
        [/^\//, [client, inside]],
      ],
      signedOut: [
        [/^\/signup$/, ['src/features/auth/signup-page.tsx']],
        [/^\/reset-password$/, ['src/features/auth/reset-password-page.tsx']],
        [/^\/confirm$/, [client, 'src/features/auth/mail-link-page.tsx']],
      ],
    }),
    sizeBudget(path.join(import.meta.dirname, 'size-budget.json')),
    precompress(),
  ],
  build: {
    // Keeps light-dark(), nesting and :has(): rewriting them for older browsers would double the colours.
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One chunk for every visitor, one for signed-in users, one for shared components, one for content with its
          // sanitiser, and one per page.
          groups: [
            { name: 'first', tags: ['$initial'], priority: 3 },
            { name: 'parts', test: /src[\\/]ui[\\/](?!content-|sanitize-)|lucide/, minShareCount: 2, priority: 2 },
            { name: 'content', test: /src[\\/]ui[\\/](content-|sanitize-)|dompurify/, priority: 1 },
            { name: 'inside', test: /src[\\/]app[\\/]protected-area\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
})
