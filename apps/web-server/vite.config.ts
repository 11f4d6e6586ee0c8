import { defineConfig } from 'vite'

export default defineConfig({
  build: {
    target: 'node24',
    sourcemap: true,
    minify: false,
    // In one folder, because the default of WEB_FOLDER is beside it.
    rolldownOptions: { output: { chunkFileNames: '[name].js' } },
  },
  // Workspace packages are TypeScript sources, and only one of them depends on proxy-addr. Everything else stays outside.
  ssr: { noExternal: [/^@academy\//, /^(@fastify\/(proxy-addr|forwarded)|ipaddr\.js)$/] },
})
