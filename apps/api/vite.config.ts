import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    target: 'node24',
    sourcemap: true,
    minify: false,
    ssr: true,
    rolldownOptions: {
      // What an image starts: the API, the step before it, and the thread that renders content. All in one folder, beside which `drizzle` is expected.
      input: { server: 'src/server.ts', migrate: 'src/migrate.ts', 'content-worker': 'src/modules/content/content-worker.ts' },
      output: { chunkFileNames: '[name].js' },
    },
  },
  ssr: {
    // Workspace packages are TypeScript sources. drizzle-orm is hundreds of small modules below one huge package.json, which
    // Node reads again for each of them: from one file the API starts in half the time. Everything else stays outside.
    noExternal: [/^@academy\//, /^@vibe-coding-academy\//, /^drizzle-orm(\/|$)/],
  },
})
