import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/{mail,modules,plugins}/**/*.table.ts',
  out: './drizzle',
})
