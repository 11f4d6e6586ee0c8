import path from 'node:path'

/** The folder of the project's own package.json. */
export const projectRoot = path.resolve(import.meta.dirname, '../../..')
