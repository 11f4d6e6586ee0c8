export { createAcademyServer } from './academy-server.ts'
export type { AcademyServerOptions } from './academy-server-options.ts'
export { listPrompts } from './prompts.ts'
export { listTutorials } from './read-tutorial.ts'
