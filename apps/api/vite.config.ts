import { defineConfig } from 'vite'

/** One file with all workspace packages in it; npm packages stay outside. Beside it the running API needs only drizzle/. */
export default defineConfig({
  build: { target: 'node24', sourcemap: true, minify: false },
  ssr: { noExternal: [/^@academy\//] },
})
