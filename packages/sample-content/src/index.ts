export { formatDay, videoPart } from './clips/captions.ts'
export { type Action, type BoardStep, type Clip, clipSeconds, readClip } from './clips/clip.ts'
export { type Poster, posterDigest, postersOf } from './clips/posters.ts'
export { ContentError } from './content-error.ts'
export { loadContent } from './load-content.ts'
export { contentFolder, loadSampleContent } from './load-sample-content.ts'
export { checkpoint, projectOf } from './project/checkpoints.ts'
export { unmetParts } from './prompts/check-answer.ts'
export { EXAMPLE_INPUT, type LibraryPrompt, loadLibraryPrompts } from './prompts/library-prompts.ts'
export type {
  CheckpointContent,
  ContentFile,
  CourseContent,
  LibraryItemContent,
  SampleContent,
  SessionContent,
  TutorialContent,
} from './sample-content.ts'
