import { readdirSync } from 'node:fs'
import path from 'node:path'
import { loadContent } from './load-content.ts'
import type { SampleContent } from './sample-content.ts'

const folder = path.resolve(import.meta.dirname, '..')

/** The folder with the Master Course and the Prompt Library. */
export const contentFolder = path.join(folder, 'content')

/** The folders of the courses beside the Master Course. */
export const furtherCourseFolders = readdirSync(path.join(folder, 'courses'))
  .toSorted()
  .map((name) => path.join(folder, 'courses', name))

/** Loads the Master Course, the further courses and the Prompt Library that come with the academy. */
export const loadSampleContent = (): SampleContent => ({
  ...loadContent(contentFolder),
  furtherCourses: furtherCourseFolders.map((course) => loadContent(path.join(course, 'content')).course),
})
