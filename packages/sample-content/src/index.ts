export { ContentError } from './content-error.ts'
export { loadContent } from './load-content.ts'
export { loadSampleContent } from './load-sample-content.ts'
export type { ContentFile, CourseContent, LibraryItemContent, SampleContent, SessionContent, TutorialContent } from './sample-content.ts'
