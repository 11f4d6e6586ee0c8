import { defineConfig } from 'vite'

export default defineConfig({
  build: { target: 'node24', sourcemap: true, minify: false },
  // Workspace packages are TypeScript sources; everything else stays outside.
  ssr: { noExternal: [/^@academy\//] },
})
