import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    target: 'node24',
    sourcemap: true,
    minify: false,
    ssr: true,
    rolldownOptions: {
      // The entry points of the image: the API, the migrations that run before it, and the worker thread that renders content. The first two
      // refuse an older Node before they load the rest. Their output stays in one folder, because `migrate` expects the migrations in the folder `drizzle` beside it.
      input: { server: 'src/server.ts', migrate: 'src/migrate.ts', 'content-worker': 'src/modules/content/pages/content-worker.ts' },
      output: { chunkFileNames: '[name].js' },
    },
  },
  ssr: {
    // Workspace packages are TypeScript sources, and only one of them depends on proxy-addr. drizzle-orm is hundreds of small modules below one huge package.json, which
    // Node reads again for each of them: bundled into one file, the API starts in half the time. All other packages stay external.
    noExternal: [/^@academy\//, /^@vibe-coding-academy\//, /^drizzle-orm(\/|$)/, /^(@fastify\/(proxy-addr|forwarded)|ipaddr\.js)$/],
  },
})
