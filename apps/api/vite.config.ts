import { defineConfig } from 'vite'

export default defineConfig({
  build: { target: 'node24', sourcemap: true, minify: false },
  ssr: {
    // Workspace packages are TypeScript sources. drizzle-orm is hundreds of small modules below one huge package.json, which
    // Node reads again for each of them: from one file the API starts in half the time. Everything else stays outside.
    noExternal: [/^@academy\//, /^drizzle-orm(\/|$)/],
  },
})
