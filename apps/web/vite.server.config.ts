import react from '@vitejs/plugin-react'
import { defaultServerConditions, defineConfig } from 'vite'

/** Builds one file, with all of its imports, that the web server loads to render the public pages. Their styles come from the client's build. */
export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [react()],
  ssr: { noExternal: true, resolve: { conditions: [mode, ...defaultServerConditions] } },
  build: {
    ssr: 'src/app/public-site/entry-server.tsx',
    outDir: 'dist-server',
    // The client's build has already written styles.json there.
    emptyOutDir: false,
    rolldownOptions: { output: { codeSplitting: false } },
  },
}))
