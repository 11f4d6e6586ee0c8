import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds what the web server renders the public pages with: one file without imports from elsewhere. Their styles come from the client's build. */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react(), babel({ presets: [reactCompilerPreset()] })],
  ssr: { noExternal: true },
  build: {
    ssr: 'src/app/public-site/entry-server.tsx',
    outDir: 'dist-server',
    emptyOutDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
})
