import path from 'node:path'
import { loadContent } from './load-content.ts'
import type { SampleContent } from './sample-content.ts'

const folder = path.resolve(import.meta.dirname, '../content')

/** Loads the Master Course and the Prompt Library that come with the academy. */
export const loadSampleContent = (): SampleContent => loadContent(folder)
